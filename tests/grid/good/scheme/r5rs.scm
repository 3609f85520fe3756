;; R5RS 6.2.5, 6.5
(exact->inexact 1/4) => 0.25
(inexact->exact 2.5) => 5/2
(null-environment 5) (eval '(if #t 1 2) x) => 1
(scheme-report-environment 5) (eval '(car '(1 2)) x) => 1
