;; R7RS 6.2.6
(angle -1) => 3.141592653589793
(angle 5) => 0
(imag-part 1+2i) => 2
(imag-part 3) => 0
(magnitude 3+4i) => 5
(magnitude -2) => 2
(make-polar 2 0) => 2
(make-rectangular 1 2) => 1+2i
(make-rectangular 1 0) => 1
(make-rectangular 1.5 0.0) (imag-part x) => 0.0
(real-part 1+2i) => 1
