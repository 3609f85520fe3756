;; R7RS 6.13.1; the working directory is an empty one, with a file "text" that holds (a b)
(call-with-input-file "text" read) => (a b)
(call-with-output-file "new" (lambda (port) (write 'x port))) (call-with-input-file "new" read) => x
(delete-file (begin (call-with-output-file "new" list) "new")) (file-exists? "new") => #f
(delete-file "none") e (file-error? e) => #t
(file-exists? "none") => #f
(open-binary-input-file "text") (let ((k (read-u8 x))) (close-port x) k) => 40
(open-binary-output-file "bytes") (begin (write-u8 1 x) (close-port x) (file-exists? "bytes")) => #t
(open-input-file "text") (let ((k (read-char x))) (close-port x) k) => #\(
(open-input-file "none") e (file-error? e) => #t
(open-output-file "new") (begin (write-char #\x x) (close-port x) (file-exists? "new")) => #t
(with-input-from-file "text" read) => (a b)
(with-output-to-file "new" (lambda () (write 'y))) (call-with-input-file "new" read) => y
