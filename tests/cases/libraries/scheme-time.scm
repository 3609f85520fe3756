;;; R7RS 6.14, as far as it is for sandboxed code.
(import (scheme base) (scheme time))
(real? (current-second)) ; => #t
(exact-integer? (current-jiffy)) ; => #t
(exact-integer? (jiffies-per-second)) ; => #t
(<= (current-jiffy) (current-jiffy)) ; => #t
