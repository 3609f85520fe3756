;;; What is written without a port goes where the current one is bound to, however often that changes.
(import (scheme base) (scheme write))
(define-syntax refused?
  (syntax-rules () ((_ form) (guard (e ((error-object? e) #t)) form #f))))

(define (to-string thunk)
  (let ((port (open-output-string)))
    (parameterize ((current-output-port port)) (thunk))
    (get-output-string port)))

(to-string (lambda () (write-string "ab") (write-char #\c) (newline) (display 'd) (write "e"))) ; => "abc\nd\"e\""
(to-string (lambda () (display 1) (display (to-string (lambda () (display 2)))) (display 3))) ; => "123"
(to-string (lambda () (let ((p (current-output-port))) (write-string "x" p) (write-string "y") (display "z" p)))) ; => "xyz"
(string-length (to-string (lambda () (do ((i 0 (+ i 1))) ((= i 5000)) (write-string "ab"))))) ; => 10000
(string-length (to-string (lambda () (write-string (make-string 100 #\a)) (write-string "")))) ; => 100
(to-string (lambda () (guard (e (#t (display "!"))) (parameterize ((current-output-port (open-output-string))) (raise 'x))))) ; => "!"
(to-string (lambda () (call/cc (lambda (k) (parameterize ((current-output-port (open-output-string))) (k 1)))) (display "out"))) ; => "out"
(refused? (parameterize ((current-output-port (let ((p (open-output-string))) (close-port p) p))) (write-string "a"))) ; => #t
(refused? (parameterize ((current-output-port (open-output-bytevector))) (display "a"))) ; => #t
(refused? (parameterize ((current-output-port 'nowhere)) (newline))) ; => #t
(parameterize ((current-input-port (open-input-string "ab"))) (list (read-char) (peek-char) (read-char) (eof-object? (read-char)))) ; => (#\a #\b #\b #t)
(let ((p (open-output-string))) (parameterize ((current-error-port p)) (write-string "e" (current-error-port))) (get-output-string p)) ; => "e"

;; several values, or none, come out of call-with-port, once more where a continuation goes back into it
(call-with-values (lambda () (call-with-port (open-input-string "abc") (lambda (p) (values)))) list) ; => ()
(call-with-values (lambda () (call-with-port (open-input-string "abc") (lambda (p) (values (read-char p) (read-char p))))) list) ; => (#\a #\b)
(call-with-values (lambda () (call-with-port (open-input-string "a") (lambda (p) (call/cc (lambda (k) (k 1 2)))))) list) ; => (1 2)
(let ((again #f) (seen '()))
  (let ((found (call-with-values (lambda () (call-with-port (open-input-string "a") (lambda (p) (call/cc (lambda (k) (set! again k) (values 0 0)))))) list)))
    (set! seen (cons found seen))
    (if (< (length seen) 3) (again (length seen) 7) seen))) ; => ((2 7) (1 7) (0 0))
(let ((p (open-input-string "a"))) (refused? (call-with-port p (lambda (p) (error "no")))) (input-port-open? p)) ; => #t
