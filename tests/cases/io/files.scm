;;; (scheme file): R7RS 6.13; a file that is not there.
(import (scheme base) (scheme read) (scheme write) (scheme file))
(define name "no/such/folder/file.txt")
(file-exists? name) ; => #f
(open-input-file name) ; error: file:
(open-binary-input-file name) ; error: file:
(open-output-file name) ; error: file:
(open-binary-output-file name) ; error: file:
(delete-file name) ; error: file:
(call-with-input-file name read) ; error: file:
(call-with-output-file name (lambda (p) (write 1 p))) ; error: file:
(with-input-from-file name read) ; error: file:
(with-output-to-file name (lambda () (write 1))) ; error: file:
(guard (e ((file-error? e) 'file-error)) (open-input-file name)) ; => file-error
