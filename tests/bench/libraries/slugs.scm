;;; SRFI 130 and (scheme char): titles to slugs, names in the cases of code.
(import (scheme base) (scheme char) (srfi 130))

(define titles
  '("Hello, World!" "The Quick  Brown Fox" "  R7RS-large & friends " "What's new in 3.14?"))

(define (slug title)
  (string-join
   (string-split
    (string-filter (lambda (c) (or (char-alphabetic? c) (char-numeric? c) (char=? c #\space)))
                   (string-downcase (string-trim-both title)))
    " ")
   "-"))

(define (capitalise word)
  (if (string-null? word)
      word
      (string-append (string-upcase (string-take word 1)) (string-drop word 1))))

(define (camel words)
  (string-concatenate (map capitalise (string-split words "-"))))

(define (snake name)
  (string-fold-right
   (lambda (c rest)
     (if (char-upper-case? c)
         (string-append "_" (string (char-downcase c)) rest)
         (string-append (string c) rest)))
   ""
   name))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (+ total
                 (apply + (map (lambda (title)
                                 (string-length (snake (camel (slug title)))))
                               titles)))))))
