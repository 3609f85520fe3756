;; SRFI 111
(box 1) (unbox x) => 1
(box? (box 1)) => #t
(box? 1) => #f
(unbox (box '(a))) => (a)
(set-box! (box 1) 2) (unbox a) => 2
