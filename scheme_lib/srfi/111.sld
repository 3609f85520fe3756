;;; (srfi 111): boxes.

(define-library (srfi 111)
  (export box box? unbox set-box!)
  (import (scheme base))
  (begin
    ;;> (box x) -> a box of one value; (box? x) -> is it one?
    ;;> (unbox box) -> what is in it; (set-box! box x) puts x there instead
    ;;> (let ((b (box 1))) (set-box! b 2) (list (box? b) (unbox b))) => (#t 2)
    (define-record-type <box> (box value) box? (value unbox set-box!))))
