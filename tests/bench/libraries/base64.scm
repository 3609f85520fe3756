;;; Bytevectors: base64 written by hand.
(import (scheme base))

(define alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

(define (base64 bytes)
  (let ((out (open-output-string)) (n (bytevector-length bytes)))
    (define (byte i) (if (< i n) (bytevector-u8-ref bytes i) 0))
    (define (put k) (write-char (string-ref alphabet k) out))
    (let loop ((i 0))
      (when (< i n)
        (let ((group (+ (* 65536 (byte i)) (* 256 (byte (+ i 1))) (byte (+ i 2)))))
          (put (quotient group 262144))
          (put (modulo (quotient group 4096) 64))
          (if (< (+ i 1) n) (put (modulo (quotient group 64) 64)) (write-char #\= out))
          (if (< (+ i 2) n) (put (modulo group 64)) (write-char #\= out)))
        (loop (+ i 3))))
    (get-output-string out)))

(define (run n)
  (let ((bytes (make-bytevector n 7)))
    (do ((i 0 (+ i 1))) ((= i n)) (bytevector-u8-set! bytes i (modulo (* i 37) 256)))
    (let ((s (base64 bytes)))
      (list (string-length s) (substring s 0 8)))))
