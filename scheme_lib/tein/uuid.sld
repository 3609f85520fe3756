;;; (tein uuid): universally unique identifiers as text.

(define-library (tein uuid)
  (export make-uuid uuid? uuid-nil)
  (import (scheme base) (only (engine primitives) make-uuid uuid?))
  (begin
    ;;> (make-uuid) -> a random UUID (version 4)
    ;;> (string-length (make-uuid)) => 36
    ;;> (uuid? x) -> whether x is the text of a UUID
    ;;> (map uuid? (list (make-uuid) "123" 5)) => (#t #f #f)

    ;;> uuid-nil -> the UUID of zeros
    ;;> (uuid? uuid-nil) => #t
    (define uuid-nil "00000000-0000-0000-0000-000000000000")))
