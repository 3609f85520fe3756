;;; (tein crypto) and (tein uuid): digests of texts, an authentication code.
(import (scheme base) (tein crypto) (tein uuid))

(define (run n)
  (let loop ((i 0) (previous "start") (total 0))
    (if (= i n)
        (list total (substring previous 0 12))
        (let ((digest (sha256 (string-append previous (number->string i)))))
          (loop (+ i 1)
                digest
                (+ total
                   (string-length (hmac-sha256 "key" digest))
                   (bytevector-u8-ref (sha256-bytes digest) 0)
                   (if (uuid? (make-uuid)) 1 0)
                   (if (uuid? digest) 1 0)))))))
