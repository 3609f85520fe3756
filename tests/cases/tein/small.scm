;;; (tein crypto), (tein uuid), (tein time).
(import (scheme base) (tein crypto) (tein uuid) (tein time))
(sha256 "") ; => "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
(equal? (sha256 "é") (sha256 (string->utf8 "é"))) ; => #t
(sha256 5) ; error: type: sha256: wanted a string or a bytevector
(sha512-bytes 'x) ; error: type: sha512-bytes: wanted a string or a bytevector
(hmac-sha256 "key" 5) ; error: type: hmac-sha256: argument 2: wanted a string or a bytevector
(string-length (blake2b (make-bytevector 3000000 1))) ; => 128
(equal? (random-bytes 16) (random-bytes 16)) ; => #f
(random-bytes -1) ; error: type: random-bytes: wanted a size
(random-bytes 2000000) ; error: type: random-bytes: wanted a size up to
(let loop ((i 0)) (or (= i 100) (and (< -1 (random-integer 3) 3) (loop (+ i 1))))) ; => #t
(random-integer 0) ; error: type: random-integer: wanted an exact integer from 1
(random-integer 1.5) ; error: type: random-integer: wanted an exact integer from 1
(equal? (random-float) (random-float)) ; => #f
(string-ref (make-uuid) 14) ; => #\4
(equal? (make-uuid) (make-uuid)) ; => #f
(map uuid? (list uuid-nil "00000000-0000-0000-0000-00000000000g" "00000000x0000-0000-0000-000000000000" #\a)) ; => (#t #f #f #f)
(map exact-integer? (list (current-jiffy) (jiffies-per-second))) ; => (#t #t)
(real? (current-second)) ; => #t
