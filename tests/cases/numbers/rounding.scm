;;; R7RS 6.2.6: floor ceiling truncate round rationalize exact inexact.
(floor -4.3) ; => -5.0
(ceiling -4.3) ; => -4.0
(truncate -4.3) ; => -4.0
(round -4.3) ; => -4.0
(round 3.5) ; => 4.0
(round 2.5) ; => 2.0
(round 7/2) ; => 4
(floor 7/2) ; => 3
(ceiling 7/2) ; => 4
(truncate -7/2) ; => -3
(round 7) ; => 7
(exact 2.5) ; => 5/2
(exact 2.0) ; => 2
(inexact 1/4) ; => 0.25
(inexact 3) ; => 3.0
(exact (floor 2.5)) ; => 2
(rationalize 3/10 1/10) ; => 1/3
(rationalize .3 1/10) ; => 0.3333333333333333
(exact +inf.0) ; error: range:
(exact +nan.0) ; error: range:
