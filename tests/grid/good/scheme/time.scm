;; R7RS 6.14
(current-jiffy) (exact-integer? x) => #t
(current-second) (real? x) => #t
(jiffies-per-second) (and (exact-integer? x) (positive? x)) => #t
