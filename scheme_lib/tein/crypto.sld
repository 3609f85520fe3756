;;; (tein crypto): digests of strings (as UTF-8) and bytevectors, and random
;;; values fit for secrets. For numbers that can be replayed take (srfi 27).

(define-library (tein crypto)
  ;; digests in hexadecimal
  (export sha256 sha512 blake2b hmac-sha256)
  ;; digests as bytevectors
  (export sha256-bytes sha512-bytes blake2b-bytes)
  ;; random values
  (export random-bytes random-integer random-float)
  (import (scheme base)
          (only (engine primitives) sha256 sha512 blake2b hmac-sha256
                sha256-bytes sha512-bytes blake2b-bytes random-bytes
                random-float %secure-random-integer))
  (begin
    ;;> (sha256 data) -> the digest as text; sha512 and blake2b likewise
    ;;> (substring (sha256 "abc") 0 16) => "ba7816bf8f01cfea"
    ;;> (substring (sha512 "abc") 0 16) => "ddaf35a193617aba"
    ;;> (substring (blake2b "abc") 0 16) => "ba80a53f981c4d0d"
    ;;> (hmac-sha256 key data) -> the authentication code as text
    ;;> (substring (hmac-sha256 "Jefe" "what do ya want for nothing?") 0 16)
    ;;>   => "5bdcc146bf60754e"
    ;;> (sha256-bytes data) -> the digest as a bytevector; the others likewise
    ;;> (bytevector-copy (sha256-bytes (bytevector 97 98 99)) 0 2)
    ;;>   => #u8(186 120)
    ;;> (map bytevector-length (list (sha512-bytes "") (blake2b-bytes "")))
    ;;>   => (64 64)
    ;;> (random-bytes n) -> a bytevector of n random bytes
    ;;> (bytevector-length (random-bytes 5)) => 5
    ;;> (random-float) -> an inexact real from 0, below 1
    ;;> (let ((x (random-float))) (and (<= 0 x) (< x 1))) => #t

    ;;> (random-integer n) -> an exact integer from 0 to n - 1
    ;;> (random-integer 1) => 0
    (define (random-integer n) (%secure-random-integer n))))
