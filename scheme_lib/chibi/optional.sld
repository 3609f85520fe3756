;;; (chibi optional): optional and keyword arguments. A keyword is a symbol
;;; that ends in a colon.

(define-library (chibi optional)
  ;; binding from a list
  (export let-optionals let-optionals*)
  ;; procedures with optional arguments
  (export opt-lambda opt-lambda* define-opt define-opt*)
  ;; keywords
  (export let-keywords let-keywords* keyword-ref keyword-ref*)
  (import (scheme base))
  (include "optional.scm"))
