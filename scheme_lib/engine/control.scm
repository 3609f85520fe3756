;;; Bodies of (engine control).

;; A winder is (before after . dynamic environment outside of it).
(define (dynamic-wind before thunk after)
  (before)
  (%enter-winder! before after)
  (let ((result (thunk)))               ; several values travel as one object
    (%leave-winder!)
    (after)
    result))

(define (%common-tail a b)
  (let cut ((a a) (n (length a)) (b b) (m (length b)))
    (cond ((eq? a b) a)
          ((> n m) (cut (cdr a) (- n 1) b m))
          ((< n m) (cut a n (cdr b) (- m 1)))
          (else (cut (cdr a) (- n 1) (cdr b) (- m 1))))))

;; Run the thunks between here and the continuation, innermost after first, outermost before first; then go there.
(define (%rewind k value)
  (let* ((target (%continuation-winders k))
         (common (%common-tail (%winders) target)))
    (let leave ()
      (if (not (eq? (%winders) common))
          (let ((after (cadr (car (%winders)))))
            (%leave-winder!)
            (after)
            (leave))))
    (let enter ((winders (%path target common '())))
      (if (pair? winders)
          (let ((winder (car winders)))
            (%outside-winder! winder)
            ((car winder))
            (%enter-winder! (car winder) (cadr winder))
            (enter (cdr winders)))))
    (%throw k value)))

(define (%path winders end path)
  (if (eq? winders end)
      path
      (%path (cdr winders) end (cons (car winders) path))))

(%set-rewind! %rewind)

(define (raise obj)
  (let ((handler (%pop-handler!)))
    (if handler
        (begin (handler obj) (%handler-returned obj))
        (%raise-to-host obj))))

(define (raise-continuable obj)
  (let* ((saved (%dynamics))
         (handler (%pop-handler!)))
    (if handler
        (let ((result (handler obj)))
          (%set-dynamics! saved)
          result)
        (%raise-to-host obj))))

(define (error message . irritants)
  (raise (%error message irritants)))

(define (make-parameter value . converter)
  (if (pair? converter)
      (%make-parameter ((car converter) value) (car converter))
      (%make-parameter value #f)))

(define (%converted parameter value)
  (let ((converter (%parameter-converter parameter)))
    (if converter (converter value) value)))

(define-syntax parameterize
  (syntax-rules ()
    ((_ () body1 body2 ...) (let () body1 body2 ...))
    ((_ ((parameter value) ...) body1 body2 ...)
     (%bind-parameters (list (cons parameter value) ...)
                       (lambda () body1 body2 ...)))))

;; All values are computed before any is converted, and all are converted before any is bound.
(define (%bind-parameters bindings thunk)
  (let convert ((bindings bindings) (flat '()))
    (if (pair? bindings)
        (let ((binding (car bindings)))
          (convert (cdr bindings)
                   (cons (car binding)
                         (cons (%converted (car binding) (cdr binding)) flat))))
        (%with-parameters flat thunk))))

;; With an else clause the guard decides where it stands: one escape. Without, the raise must go on in its own dynamic
;; environment if no clause matches, so the way back there is kept (R7RS 4.2.7).
(define-syntax guard
  (syntax-rules (else)
    ((_ (var clause ... (else result1 result2 ...)) body1 body2 ...)
     ((call/cc
        (lambda (leave)
          (with-exception-handler
            (lambda (condition)
              (leave (lambda ()
                       (let ((var condition))
                         (cond clause ... (else result1 result2 ...))))))
            (lambda ()
              (let ((result (let () body1 body2 ...)))
                (lambda () result))))))))
    ((_ (var clause ...) body1 body2 ...)
     ((call/cc
        (lambda (leave)
          (with-exception-handler
            (lambda (condition)
              ((call/cc
                 (lambda (stay)
                   (leave (lambda ()
                            (let ((var condition))
                              (cond clause ...
                                    (else (stay (lambda () (raise-continuable condition))))))))))))
            (lambda ()
              (let ((result (let () body1 body2 ...)))
                (lambda () result))))))))))

(define-syntax delay
  (syntax-rules ()
    ((_ expression) (%make-promise #f (lambda () (make-promise expression))))))

(define-syntax delay-force
  (syntax-rules ()
    ((_ expression) (%make-promise #f (lambda () expression)))))

(define (make-promise obj)
  (if (promise? obj) obj (%make-promise #t obj)))

(define (force promise)
  (if (promise? promise)
      (let run ()
        (if (%promise-done? promise)
            (%promise-content promise)
            (let ((next ((%promise-content promise))))
              (if (not (%promise-done? promise))
                  (%promise-become! promise next))
              (run))))
      promise))
