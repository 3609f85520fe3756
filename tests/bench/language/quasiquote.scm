;;; Quasiquote: pages as data, and their number of nodes.
(import (scheme base))

(define (row item)
  `(tr (td (@ (class "name")) ,(car item)) (td ,(cadr item)) (td ,(* 2 (cadr item)))))

(define (page title items)
  `(html (head (title ,title))
         (body (h1 ,title)
               (table ,@(map row items))
               (p "total: " ,(apply + (map cadr items))))))

(define (count-nodes x)
  (if (pair? x)
      (+ 1 (apply + (map count-nodes (cdr x))))
      1))

(define items '(("apples" 3) ("pears" 5) ("plums" 8) ("figs" 13)))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (count-nodes (page "Fruit" items)))))))
