;;; SRFI 1: lists as sets: who may do what.
(import (scheme base) (srfi 1))

(define granted '("file_read" "find" "web_search" "fetch_url" "shell_exec"))
(define wanted '("shell_exec" "write_file" "find" "spawn_agent"))
(define denied '("spawn_agent" "shell_exec"))

(define (once)
  (let* ((usable (lset-intersection string=? granted wanted))
         (allowed (lset-difference string=? usable denied))
         (all (lset-union string=? granted wanted))
         (more (lset-adjoin string=? all "find" "mcp:x/y")))
    (+ (length usable)
       (length allowed)
       (length more)
       (if (lset<= string=? denied all) 100 0)
       (if (lset= string=? usable allowed) 1000 0)
       (if (member "web_search" all) 1 0)
       (length (delete "find" all)))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (once))))))
