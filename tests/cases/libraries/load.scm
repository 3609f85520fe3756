;;; R7RS 6.14: (scheme load).
(import (scheme base) (scheme eval) (scheme load))
(load "no/such/file.scm") ; error: file: no/such/file.scm
(load 5) ; error: type: load: argument 1: wanted a string
(guard (e ((file-error? e) 'file-error)) (load "no/such/file.scm")) ; => file-error
(load "no/such/file.scm" (environment '(scheme base))) ; error: file:
