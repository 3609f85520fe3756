;;; Procedures over strings and ports that call a procedure of the program
;;; (R7RS 6.7, 6.13).

;;> (string-map proc string1 string2 ...) -> a string of the characters that
;;> proc gives (R7RS 6.10).
;;> (string-map (lambda (a b) (if (char<? a b) a b)) "adc" "bbbb") => "abb"
(define string-map
  (case-lambda
    ((f s)
     (let ((n (string-length s)))
       (let loop ((i 0) (chars (%collector)))
         (if (< i n)
             (loop (+ i 1) (%collect-part chars (f (string-ref s i))))
             (%collected-string chars)))))
    ((f s t)
     (let ((n (min (string-length s) (string-length t))))
       (let loop ((i 0) (chars (%collector)))
         (if (< i n)
             (loop (+ i 1)
                   (%collect-part chars (f (string-ref s i) (string-ref t i))))
             (%collected-string chars)))))
    ((f s . more)
     (let* ((strings (cons s more)) (n (%shortest string-length strings)))
       (let loop ((i 0) (chars (%collector)))
         (if (< i n)
             (loop (+ i 1)
                   (%collect-part
                    chars
                    (apply f (%column string-ref strings i))))
             (%collected-string chars)))))))

;;> (string-for-each proc string1 string2 ...) calls proc on the characters,
;;> in order (R7RS 6.10).
(define string-for-each
  (case-lambda
    ((f s)
     (let ((n (string-length s)))
       (let loop ((i 0))
         (when (< i n)
           (f (string-ref s i))
           (loop (+ i 1))))))
    ((f s t)
     (let ((n (min (string-length s) (string-length t))))
       (let loop ((i 0))
         (when (< i n)
           (f (string-ref s i) (string-ref t i))
           (loop (+ i 1))))))
    ((f s . more)
     (let* ((strings (cons s more)) (n (%shortest string-length strings)))
       (let loop ((i 0))
         (when (< i n)
           (apply f (%column string-ref strings i))
           (loop (+ i 1))))))))

;;> (call-with-port port proc) -> the values of (proc port); the port is
;;> closed when proc returns (R7RS 6.13.1).
;;> (call-with-port (open-input-string "ab") read-line) => "ab"
;; A variable may hold several values here, as one: they are handed on.
(define (call-with-port port proc)
  (let ((results (proc port)))
    (close-port port)
    results))
