;; R7RS 6.12
(environment '(scheme base)) (eval '(+ 1 2) x) => 3
(eval '(* 7 3) (environment '(scheme base))) => 21
