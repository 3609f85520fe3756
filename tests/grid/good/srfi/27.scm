;; SRFI 27
(random-integer 1) => 0
(random-integer 100) (< -1 x 100) => #t
(random-real) (< 0 x 1) => #t
(make-random-source) (random-source? x) => #t
(random-source? default-random-source) => #t
(random-source? 1) => #f
(random-source-state-ref (make-random-source)) (let ((make (random-source-make-integers a))) (let ((k (make 1000000))) (random-source-state-set! a x) (= k (make 1000000)))) => #t
(random-source-state-set! (make-random-source) (random-source-state-ref (make-random-source))) (random-source? a) => #t
(random-source-randomize! (make-random-source)) (random-source? a) => #t
(random-source-pseudo-randomize! (make-random-source) 3 4) (random-source? a) => #t
(random-source-make-integers (make-random-source)) (< -1 (x 10) 10) => #t
(random-source-make-reals (make-random-source)) (< 0 (x) 1) => #t
