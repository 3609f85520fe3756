;;; A policy hook: tools of a request are cut to a list, a system text is put
;;; in front, long texts are shortened.
(import (scheme base) (srfi 1) (tein json))

(define payload
  (json-parse
   "{\"request_body\": {\"model\": \"m-1\", \"temperature\": 0.7, \"messages\": [{\"role\": \"system\", \"content\": \"You are helpful.\"}, {\"role\": \"user\", \"content\": \"Please read the file and tell me what is in it, at length, with all the details that you find worth mentioning.\"}, {\"role\": \"assistant\", \"content\": \"It holds three functions.\"}, {\"role\": \"user\", \"content\": \"Which?\"}], \"tools\": [{\"name\": \"shell_exec\"}, {\"name\": \"file_read\"}, {\"name\": \"web_search\"}, {\"name\": \"find\"}]}}"))

(define allowed '("file_read" "find"))

(define (get key alist) (cdr (assoc key alist)))

(define (put key value alist)
  (map (lambda (entry) (if (string=? (car entry) key) (cons key value) entry))
       alist))

(define (shorten text limit)
  (if (> (string-length text) limit)
      (string-append (substring text 0 limit) " …")
      text))

(define (policy payload)
  (let* ((body (get "request_body" payload))
         (messages (map (lambda (m) (put "content" (shorten (get "content" m) 60) m))
                        (get "messages" body)))
         (tools (filter (lambda (tool) (member (get "name" tool) allowed))
                        (get "tools" body))))
    (list (cons "request_body"
                (put "messages"
                     (cons (list (cons "role" "system") (cons "content" "Be brief."))
                           messages)
                     (put "tools" tools body))))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (let ((body (get "request_body" (policy payload))))
          (loop (+ i 1)
                (+ total
                   (length (get "tools" body))
                   (apply + (map (lambda (m) (string-length (get "content" m)))
                                 (get "messages" body)))))))))
