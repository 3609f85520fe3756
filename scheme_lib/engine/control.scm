;;; Bodies of (engine control).

(define (dynamic-wind before thunk after)
  (before)
  (%enter-winder! before after)
  (%wound (lambda () (thunk))
          (lambda () (%leave-winder!) (after))))

;; Run the thunks between here and the continuation, innermost after first, outermost before first; then go there.
(define (%rewind k value)
  (let ((common (%common-winder k)))
    (let leave ()
      (if (not (eq? (%winders) common))
          (let ((after (%leave-winder!)))
            (after)
            (leave))))
    (%enter (%winders-between common k))
    (%throw k value)))

(define (%enter winders)
  (if (pair? winders)
      (let ((winder (car winders)))
        ((%winder-before winder))
        (%set-dynamics! winder)
        (%enter (cdr winders)))))

(%set-rewind! %rewind)

;; `%pop-handler!` goes to a guard by itself where that is all that is to be done.
(define (raise obj)
  (let ((handler (%pop-handler! obj)))
    (cond ((procedure? handler) (handler obj) (%handler-returned obj))
          (handler (%past-guard handler (%raised obj)) (%handler-returned obj))
          (else (%raise-to-host obj)))))

(define (raise-continuable obj)
  (let ((answer (%ask-handler obj)))
    (if (eq? answer %ask-handler)       ; no procedure is there to be asked
        (let* ((saved (%dynamics))
               (handler (%pop-handler! obj #t)))
          (if handler
              (let ((result (%ask-guard handler (%raised obj))))
                (%set-dynamics! saved)
                result)
              (%raise-to-host obj)))
        answer)))

;; Ask a guard. It does not come back: nothing can be answered to `raise`. A handler that escapes is called first.
(define (%past-guard guard obj)
  (let ((raised (%raised obj))
        (handler (%guard-handler guard)))
    (%rewind guard
             (cond (handler (%answered (handler (%raised-object raised))))
                   ((%guard-total? guard) (%raised-object raised))
                   (else raised)))))

(%set-past-guard! %past-guard)

;; Ask a guard. When no clause of it matches, the answer is that of the next handler.
(define (%ask-guard guard raised)
  (if (%guard-total? guard)
      (%past-guard guard raised)
      (begin
        (call/cc
          (lambda (stay)
            (%set-raised-stay! raised stay)
            (%rewind guard raised)))
        (raise-continuable (%raised-object raised)))))

;; No clause matched: the raise goes on where it was, in its own dynamic environment (R7RS 4.2.7). The frames that it
;; left there are wanted only where the next handler may answer. `%go-further!` goes to a guard by itself where that is
;; all that is to be done.
(define (%go-on raised)
  (%go-further! raised)
  (let ((stay (%raised-stay raised)))
    (if stay
        (stay #f)
        (let ((outside (%dynamics))             ; of the guard: its handlers are asked next
              (inside (%raised-dynamics raised))) ; where the raise tells that its handler returned
          (%enter (%winders-inside raised))
          (%set-dynamics! (%with-handlers inside outside))
          (let ((handler (%pop-handler! raised)))
            (cond ((procedure? handler)
                   (handler (%raised-object raised))
                   (%set-dynamics! inside)
                   (%handler-returned (%raised-object raised)))
                  (handler
                   (%past-guard handler raised)
                   (%handler-returned (%raised-object raised)))
                  (else (%raise-to-host raised))))))))

(define (error message . irritants)
  (raise (%raise-error message irritants)))

(define (make-parameter value . converter)
  (if (pair? converter)
      (%make-parameter ((car converter) value) (car converter) %assign)
      (%make-parameter value #f %assign)))

;; What a parameter does that is called with a value (SRFI 39).
(define (%assign parameter value)
  (%set-parameter! parameter ((%parameter-converter parameter) value)))

(define (%converted parameter value)
  (let ((converter (%parameter-converter parameter)))
    (if converter (converter value) value)))

(define-syntax parameterize
  (syntax-rules ()
    ((_ () body1 body2 ...) (let () body1 body2 ...))
    ((_ ((parameter value)) body1 body2 ...)
     (%bind-parameter parameter value (lambda () body1 body2 ...)))
    ((_ ((p1 v1) (p2 v2)) body1 body2 ...)
     (%bind-two p1 v1 p2 v2 (lambda () body1 body2 ...)))
    ((_ ((parameter value) ...) body1 body2 ...)
     (%bind-parameters (list (cons parameter value) ...)
                       (lambda () body1 body2 ...)))))

(define (%bind-parameter parameter value thunk)
  (let* ((converter (%parameter-converter parameter))
         (value (if converter (converter value) value))
         (outside (%enter-parameter! parameter value)))
    (%wound (lambda () (thunk))
            (lambda () (%set-dynamics! outside)))))

;; All values are computed before any is converted, and all are converted before any is bound; of the same parameter the
;; first one counts.
(define (%bind-two p1 v1 p2 v2 thunk)
  (let* ((first (%parameter-converter p1))
         (v1 (if first (first v1) v1))
         (second (%parameter-converter p2))
         (v2 (if second (second v2) v2))
         (outside (%enter-parameter! p2 v2)))
    (%enter-parameter! p1 v1)
    (%wound (lambda () (thunk))
            (lambda () (%set-dynamics! outside)))))

(define (%bind-parameters bindings thunk)
  (let convert ((bindings bindings) (converted '()))
    (if (pair? bindings)
        (let ((parameter (car (car bindings))))
          (convert (cdr bindings)
                   (cons (cons parameter (%converted parameter (cdr (car bindings))))
                         converted)))
        (let ((outside (%dynamics)))
          (let bind ((converted converted))
            (if (pair? converted)
                (begin
                  (%enter-parameter! (car (car converted)) (cdr (car converted)))
                  (bind (cdr converted)))))
          (%wound (lambda () (thunk))
                  (lambda () (%set-dynamics! outside)))))))

(define-syntax guard
  (syntax-rules (else)
    ((_ (var clause ... (else result1 result2 ...)) body1 body2 ...)
     (%guarded (lambda () body1 body2 ...)
               (lambda (var) (cond clause ... (else result1 result2 ...)))))
    ((_ (var clause ... (#t result1 result2 ...)) body1 body2 ...)
     (%guarded (lambda () body1 body2 ...)
               (lambda (var) (cond clause ... (else result1 result2 ...)))))
    ((_ (var clause ...) body1 body2 ...)
     (%guarded (lambda () body1 body2 ...)
               (lambda (var raised) (cond clause ... (else (%go-on raised))))))))

(define-syntax delay
  (syntax-rules ()
    ((_ expression) (%delay (lambda () expression)))))

(define-syntax delay-force
  (syntax-rules ()
    ((_ expression) (%delay-force (lambda () expression)))))

(define (make-promise obj)
  (if (promise? obj) obj (%promised obj)))

(define (force promise)
  (if (%forced? promise) (%promise-content promise) (%force promise)))
