;;; (srfi 26): cut and cute, procedures with some arguments filled in.

(define-library (srfi 26)
  (export cut cute <> <...>)
  (import (scheme base))
  (begin
    (define-syntax <>
      (syntax-rules ()))
    (define-syntax <...>
      (syntax-rules ()))

    ;;> (cut slot-or-expr ...) -> a procedure of as many arguments as there are
    ;;> <>; expressions are evaluated at each call
    ;;> ((cut list 1 <> 3 <...>) 2 4 5) => (1 2 3 4 5)
    (define-syntax cut
      (syntax-rules ()
        ((_ . slots) (%cut () () . slots))))

    ;; (%cut parameters call slot ...)
    (define-syntax %cut
      (syntax-rules (<> <...>)
        ((_ (p ...) (f x ...))
         (lambda (p ...) ((begin f) x ...))) ; begin: f is no macro
        ((_ (p ...) (f x ...) <...>)
         (lambda (p ... . rest) (apply f x ... rest)))
        ((_ (p ...) (x ...) <> . slots)
         (%cut (p ... new) (x ... new) . slots))
        ((_ (p ...) (x ...) expr . slots)
         (%cut (p ...) (x ... expr) . slots))))

    ;;> (cute slot-or-expr ...) -> like cut; expressions are evaluated once
    ;;> ((cute + <> (* 2 3)) 1) => 7
    (define-syntax cute
      (syntax-rules ()
        ((_ . slots) (%cute () () () . slots))))

    ;; (%cute bindings parameters call slot ...)
    (define-syntax %cute
      (syntax-rules (<> <...>)
        ((_ (b ...) (p ...) (f x ...))
         (let (b ...) (lambda (p ...) (f x ...))))
        ((_ (b ...) (p ...) (f x ...) <...>)
         (let (b ...) (lambda (p ... . rest) (apply f x ... rest))))
        ((_ (b ...) (p ...) (x ...) <> . slots)
         (%cute (b ...) (p ... new) (x ... new) . slots))
        ((_ (b ...) (p ...) (x ...) expr . slots)
         (%cute (b ... (t expr)) (p ...) (x ... t) . slots))))))
