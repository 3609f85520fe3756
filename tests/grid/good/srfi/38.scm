;; SRFI 38
(write-with-shared-structure (let ((x (list 1))) (list x x)) (open-output-string)) (get-output-string b) => "(#0=(1) #0#)"
(write/ss (ring) (open-output-string)) (get-output-string b) => "#0=(1 2 3 . #0#)"
(read-with-shared-structure (open-input-string "(1 #0=(2) #0#)")) => (1 (2) (2))
(read/ss (open-input-string "#0=(a . #0#)")) (eq? x (cdr x)) => #t
