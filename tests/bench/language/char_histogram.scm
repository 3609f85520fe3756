;;; Strings and vectors: how often each letter occurs, and the run lengths.
(import (scheme base) (scheme char))

(define text "Mississippi is a river; Tennessee is a state; bookkeeper is a word with three double letters.")

(define (histogram s)
  (let ((counts (make-vector 26 0)))
    (string-for-each
     (lambda (c)
       (when (char-alphabetic? c)
         (let ((i (- (char->integer (char-downcase c)) 97)))
           (vector-set! counts i (+ 1 (vector-ref counts i))))))
     s)
    counts))

(define (run-lengths s)
  (let ((end (string-length s)))
    (let loop ((i 0) (start 0) (encoded '()))
      (cond ((= i end)
             (apply string-append (reverse encoded)))
            ((and (< (+ i 1) end)
                  (char=? (string-ref s i) (string-ref s (+ i 1))))
             (loop (+ i 1) start encoded))
            (else
             (let ((count (+ 1 (- i start))))
               (loop (+ i 1)
                     (+ i 1)
                     (cons (if (= count 1)
                               (string (string-ref s i))
                               (string-append (number->string count) (string (string-ref s i))))
                           encoded))))))))

(define (run n)
  (let loop ((i 0) (total 0) (encoded ""))
    (if (= i n)
        (list total encoded)
        (loop (+ i 1)
              (+ total (vector-ref (histogram text) 18))
              (run-lengths text)))))
