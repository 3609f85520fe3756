;;; A character is no string and a string no character (R7RS 6.6, 6.7), also where only the text of either is at hand.
(let* ((h #\a)) (string-length h)) ; error: type: string-length
(let* ((h #\a)) (string-append "x" h)) ; error: type: string-append
(let* ((h #\a)) (string-append h "x" h)) ; error: type: string-append
(let* ((h #\a) (port (open-output-string))) (write-string h port) (get-output-string port)) ; error: type: write-string
(let* ((h "a") (port (open-output-string))) (write-char h port) (get-output-string port)) ; error: type: write-char
(let* ((h #\a)) (string=? h "a")) ; error: type: string=?
(let* ((h "a")) (char=? h #\a)) ; error: type: char=?
(let* ((h (string-append "a" ""))) (char=? h #\a)) ; error: type: char=?
(let* ((h #\a)) (string->symbol h)) ; error: type: string->symbol
(let* ((h "5")) (char->integer h)) ; error: type: char->integer
(let* ((h #\a)) (string-ref h 0)) ; error: type: string-ref
(let* ((h #\a)) (string->list h)) ; error: type: string->list
(let* ((h (string-ref "abc" 1))) (string-append "x" h)) ; error: type: string-append
(let* ((h (string-ref "abc" 1))) (string-length h)) ; error: type: string-length
(let* ((h "a")) (list->string (list h h))) ; error: type: list->string
(string-for-each (lambda (h) (string-append h "x")) "abc") ; error: type: string-append
(let* ((h "a")) (list (memv h '(#\a #\b)) (equal? h #\a) (equal? #\a h) (case h ((#\a) 1) (else 2)))) ; => (#f #f #f 2)
