;;; Hash tables: how often each tool was called, and the most frequent one.
(import (scheme base) (srfi 69))

(define tools '("shell_exec" "file_read" "file_read" "web_search" "file_edit" "shell_exec" "file_read" "find"))

(define (run n)
  (let ((counts (make-hash-table string=?)))
    (do ((i 0 (+ i 1)))
        ((= i n))
      (for-each
       (lambda (tool)
         (hash-table-update!/default counts tool (lambda (c) (+ c 1)) 0))
       tools))
    (let ((best (hash-table-fold counts
                                 (lambda (tool count best)
                                   (if (> count (cdr best))
                                       (cons tool count)
                                       best))
                                 (cons "" 0))))
      (list (car best) (cdr best) (hash-table-size counts)))))
