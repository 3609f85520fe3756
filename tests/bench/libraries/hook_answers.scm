;;; (tein json): payloads read by path, answers made and written.
(import (scheme base) (srfi 1) (tein json))

(define payload
  (json-parse
   "{\"tool_name\": \"fetch_url\", \"arguments\": {\"url\": \"https://example.org/a?b=c\", \"headers\": {\"accept\": \"text/html\", \"x-token\": \"abc\"}}, \"session\": {\"id\": \"s-17\", \"user\": {\"name\": \"ann\", \"roles\": [\"dev\", \"ops\"]}}}"))

(define (ref data path default)
  (cond ((null? path) data)
        ((and (pair? data) (pair? (car data)) (assoc (car path) data))
         => (lambda (entry) (ref (cdr entry) (cdr path) default)))
        (else default)))

(define (put data path value)
  (if (null? path)
      value
      (map (lambda (entry)
             (if (equal? (car entry) (car path))
                 (cons (car entry) (put (cdr entry) (cdr path) value))
                 entry))
           data)))

(define (answer payload)
  (let ((roles (ref payload '("session" "user" "roles") '()))
        (token (ref payload '("arguments" "headers" "x-token") #f)))
    (cond ((not (member "dev" roles)) (list (cons "block" #t)))
          (token
           (list (cons "arguments"
                       (cdr (assoc "arguments"
                                   (put payload '("arguments" "headers" "x-token") "***"))))))
          (else '()))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (let ((text (json-stringify (answer payload))))
          (loop (+ i 1)
                (+ total
                   (string-length text)
                   (string-length (ref payload '("session" "user" "name") ""))
                   (length (ref payload '("session" "missing" "name") '()))))))))
