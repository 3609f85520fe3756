;; R7RS 4.2.5
(force (delay (+ 1 2))) => 3
(force 7) => 7
(make-promise 5) (force x) => 5
(make-promise (delay 6)) (force x) => 6
(promise? (make-promise 1)) => #t
(promise? 1) => #f
