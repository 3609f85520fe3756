;;; A policy hook: writes stay inside the project and out of secret files.
(import (scheme base) (srfi 1) (srfi 130) (tein json))

(define payloads
  (map json-parse
       '("{\"tool_name\": \"write_file\", \"arguments\": {\"path\": \"/srv/project/src/../docs/./guide.md\", \"content\": \"hello\"}}"
         "{\"tool_name\": \"write_file\", \"arguments\": {\"path\": \"/srv/project/../other/main.c\", \"content\": \"int main;\"}}"
         "{\"tool_name\": \"file_edit\", \"arguments\": {\"path\": \"/srv/project/.env\", \"old\": \"A=1\", \"new\": \"A=2\"}}"
         "{\"tool_name\": \"file_read\", \"arguments\": {\"path\": \"/etc/passwd\"}}"
         "{\"tool_name\": \"write_file\", \"arguments\": {\"path\": \"/srv/project/keys/server.pem\", \"content\": \"x\"}}")))

(define root '("srv" "project"))
(define secret-suffixes '(".pem" ".key" ".env" "id_rsa"))

(define (normalise path)
  (let loop ((parts (string-split path "/")) (done '()))
    (cond ((null? parts) (reverse done))
          ((or (string=? (car parts) "") (string=? (car parts) "."))
           (loop (cdr parts) done))
          ((string=? (car parts) "..")
           (loop (cdr parts) (if (null? done) '() (cdr done))))
          (else (loop (cdr parts) (cons (car parts) done))))))

(define (inside? parts root)
  (cond ((null? root) #t)
        ((null? parts) #f)
        (else (and (string=? (car parts) (car root))
                   (inside? (cdr parts) (cdr root))))))

(define (secret? parts)
  (and (pair? parts)
       (let ((name (last parts)))
         (any (lambda (suffix) (string-suffix? suffix name)) secret-suffixes))))

(define (policy payload)
  (let ((tool (cdr (assoc "tool_name" payload)))
        (path (assoc "path" (cdr (assoc "arguments" payload)))))
    (if (and path (member tool '("write_file" "file_edit")))
        (let ((parts (normalise (cdr path))))
          (cond ((not (inside? parts root))
                 (list (cons "block" #t)
                       (cons "message" (string-append "outside of the project: /" (string-join parts "/")))))
                ((secret? parts)
                 (list (cons "block" #t) (cons "message" "a secret file")))
                (else '())))
        '())))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1)
              (fold (lambda (payload total)
                      (let ((message (assoc "message" (policy payload))))
                        (if message (+ total (string-length (cdr message))) total)))
                    total
                    payloads)))))
