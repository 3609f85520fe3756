;;; A standard port is a parameter, so a call with a port sets it (SRFI 39): where it is bound, else for the program.
(import (scheme base) (scheme write) (scheme read))
(define (to-string thunk)
  (let ((port (open-output-string)) (old (current-output-port)))
    (dynamic-wind
      (lambda () (current-output-port port))
      thunk
      (lambda () (current-output-port old)))
    (get-output-string port)))
(to-string (lambda () (display "a") (write "b"))) ; => "a\"b\""
(to-string (lambda () (guard (e (#t (display e))) (display 1) (raise 'x)))) ; => "1x"
(to-string (lambda () (to-string (lambda () (display "inner"))) (display "outer"))) ; => "outer"
(let ((a (open-output-string)) (b (open-output-string)))
  (parameterize ((current-output-port a))
    (display 1) (current-output-port b) (display 2))
  (display "")
  (list (get-output-string a) (get-output-string b))) ; => ("1" "2")
(let ((a (open-output-string)))
  (parameterize ((current-output-port (open-output-string))) (current-output-port a))
  (to-string (lambda () (display "kept"))))  ; => "kept"
(let ((old (current-input-port)))
  (current-input-port (open-input-string "(1 2) 3"))
  (let* ((x (read)) (y (read))) (current-input-port old) (list x y))) ; => ((1 2) 3)
(let ((old (current-error-port)) (e (open-output-string)))
  (current-error-port e) (display "oops" (current-error-port)) (current-error-port old)
  (list (get-output-string e) (eq? old (current-error-port)))) ; => ("oops" #t)
(map (lambda (f) (eq? (f) (begin (f (f)) (f)))) (list current-input-port current-output-port)) ; => (#t #t)
(apply current-output-port (list (current-output-port) 1)) ; error: arity
(current-output-port 5) ; error: type: current-output-port: argument 1: wanted a port, got 5
(current-error-port #f) ; error: type: wanted a port
(begin (display "still here") (current-output-port (current-output-port))) ; output: still here
