;;; Bytevectors: a checksum, hexadecimal and UTF-8 there and back.
(import (scheme base))

(define text "Grüße aus Köln, 日本語 and some plain ASCII to go with it; naïve café.")

(define digits "0123456789abcdef")

(define (hex bytes)
  (let ((out (open-output-string)) (n (bytevector-length bytes)))
    (do ((i 0 (+ i 1)))
        ((= i n) (get-output-string out))
      (let ((b (bytevector-u8-ref bytes i)))
        (write-char (string-ref digits (quotient b 16)) out)
        (write-char (string-ref digits (remainder b 16)) out)))))

(define (adler bytes)
  (let ((n (bytevector-length bytes)))
    (let loop ((i 0) (a 1) (b 0))
      (if (= i n)
          (+ (* b 65536) a)
          (let ((a (modulo (+ a (bytevector-u8-ref bytes i)) 65521)))
            (loop (+ i 1) a (modulo (+ b a) 65521)))))))

(define (rotated bytes)
  (let ((copy (bytevector-copy bytes)) (n (bytevector-length bytes)))
    (do ((i 0 (+ i 1)))
        ((= i n) copy)
      (bytevector-u8-set! copy i (modulo (+ 13 (bytevector-u8-ref bytes i)) 256)))))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (let ((bytes (string->utf8 text)))
          (loop (+ i 1)
                (+ total
                   (modulo (adler bytes) 1000)
                   (modulo (adler (rotated bytes)) 1000)
                   (string-length (hex bytes))
                   (string-length (utf8->string (bytevector-append bytes bytes)))))))))
