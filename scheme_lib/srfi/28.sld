;;; (srfi 28): basic format strings.

(define-library (srfi 28)
  (export format)
  (import (scheme base) (scheme write))
  (begin
    ;;> (format template x ...) -> the template with ~a (display), ~s (write),
    ;;> ~% (newline) and ~~ replaced
    ;;> (format "~a is ~s~~" 'x "y") => "x is \"y\"~"
    (define (format template . args)
      (let ((out (open-output-string)) (n (string-length template)))
        (define (next args)
          (if (null? args)
              (error "format: too few arguments for the template" template)
              (car args)))
        (let loop ((i 0) (args args))
          (cond
           ((>= i n)
            (get-output-string out))
           ((not (char=? (string-ref template i) #\~))
            (write-char (string-ref template i) out)
            (loop (+ i 1) args))
           ((= (+ i 1) n)
            (error "format: the template ends after ~" template))
           (else
            (case (string-ref template (+ i 1))
              ((#\a) (display (next args) out) (loop (+ i 2) (cdr args)))
              ((#\s) (write (next args) out) (loop (+ i 2) (cdr args)))
              ((#\%) (newline out) (loop (+ i 2) args))
              ((#\~) (write-char #\~ out) (loop (+ i 2) args))
              (else
               (error "format: unknown directive"
                      (substring template i (+ i 2))))))))))))
