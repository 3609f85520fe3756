;;; R7RS 6.11, 6.13, 6.14: error predicates of reading and files; time, features, the system.
(import (scheme base) (scheme read) (scheme file) (scheme time) (scheme process-context))
(define (text s) (open-input-string s))
(guard (e ((read-error? e) 'read-error)) (read (text "("))) ; => read-error
(guard (e ((read-error? e) 'read-error)) (read (text "#<"))) ; => read-error
(guard (e ((file-error? e) 'file-error)) (open-input-file "/nope")) ; => file-error
(read-error? 1) ; => #f
(file-error? 1) ; => #f
(guard (e (#t (list (read-error? e) (file-error? e) (error-object? e)))) (car 1)) ; => (#f #f #t)
(guard (e (#t (list (read-error? e) (file-error? e) (error-object? e)))) (read (text ")"))) ; => (#t #f #t)
(eof-object) ; => #<eof>
(eof-object? 'eof) ; => #f
(eq? (eof-object) (read-char (text ""))) ; => #t
(exact? (current-jiffy)) ; => #t
(exact? (jiffies-per-second)) ; => #t
(inexact? (current-second)) ; => #t
(list? (features)) ; => #t
(get-environment-variable 1) ; error: type: get-environment-variable: wanted a string
(file-exists? "/nope") ; => #f
(file-exists? 1) ; error: type: file-exists?: wanted a string
(open-input-file 1) ; error: type: open-input-file: wanted a string
