;;; (tein docs): manuals as data. A manual is an alist from symbol to text; its
;;; entry __module__ names the library.

(define-library (tein docs)
  (export describe module-doc module-docs)
  (import (scheme base) (scheme write))
  (begin
    (define (%manual? x)
      (and (list? x)
           (let loop ((l x))
             (or (null? l)
                 (and (pair? (car l))
                      (symbol? (caar l))
                      (loop (cdr l)))))))

    ;;> (describe manual) -> the manual as text: the library, then a line for
    ;;> each entry; for anything else a text that says what is wanted
    ;;> (describe '((__module__ . "my lib") (f . "adds one")))
    ;;>   => "(my lib)\n  f - adds one\n"
    (define (describe manual)
      (let ((out (open-output-string)))
        (cond
         ((%manual? manual)
          (let ((module (assq '__module__ manual)))
            (when module
              (display (%in-parentheses (cdr module)) out)
              (newline out)))
          (for-each
           (lambda (entry)
             (write-string "  " out)
             (display (car entry) out)
             (write-string " - " out)
             (display (cdr entry) out)
             (newline out))
           (module-docs manual)))
         (else
          (write-string "describe: wanted an alist like hooks-docs, got " out)
          (write manual out)))
        (get-output-string out)))

    (define (%in-parentheses name)
      (if (and (string? name)
               (not (and (> (string-length name) 0)
                         (char=? (string-ref name 0) #\())))
          (string-append "(" name ")")
          name))

    ;;> (module-doc manual name) -> the text of that entry, or #f
    ;;> (module-doc '((f . "adds one")) 'g) => #f
    (define (module-doc manual name)
      (let ((entry (assq name manual)))
        (and entry (cdr entry))))

    ;;> (module-docs manual) -> the manual without the name of its library
    ;;> (module-docs '((__module__ . "m") (f . "adds"))) => ((f . "adds"))
    (define (module-docs manual)
      (let loop ((l manual) (kept '()))
        (cond ((null? l) (reverse kept))
              ((eq? (caar l) '__module__) (loop (cdr l) kept))
              (else (loop (cdr l) (cons (car l) kept))))))))
