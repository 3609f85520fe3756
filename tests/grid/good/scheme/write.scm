;; R7RS 6.13.3
(display (list "a" #\b 'c 1.5) (open-output-string)) (get-output-string b) => "(a b c 1.5)"
(write (list "a\n" #\b '|x y| -1/2) (open-output-string)) (get-output-string b) => "(\"a\\n\" #\\b |x y| -1/2)"
(write (ring) (open-output-string)) (get-output-string b) => "#0=(1 2 3 . #0#)"
(write-shared (let ((x (list 1))) (list x x)) (open-output-string)) (get-output-string b) => "(#0=(1) #0#)"
(write-simple (let ((x (list 1))) (list x x)) (open-output-string)) (get-output-string b) => "((1) (1))"
