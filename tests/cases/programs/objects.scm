;;; Objects: message passing by closures with delegation, and a small class system of macros over records.
(import (scheme base) (scheme write))

;; 1. Closures.
(define-syntax object
  (syntax-rules (else)
    ((_ (self) ((name . formals) body ...) ... (else parent))
     (lambda (message self . arguments)
       (case message
         ((name) (apply (lambda formals body ...) arguments))
         ...
         (else (apply parent message self arguments)))))
    ((_ (self) method ...)
     (object (self) method ...
       (else (lambda (message . ignored) (error "does not understand" message)))))))

(define (send object message . arguments) (apply object message object arguments))

(define (make-account balance)
  (object (self)
    ((balance) balance)
    ((deposit! amount)
     (set! balance (+ balance amount))
     (send self 'report))
    ((report) (list 'balance (send self 'balance)))))

(define (make-limited-account balance limit)
  (let ((parent (make-account balance)))
    (object (self)
      ((deposit! amount)
       (if (> amount limit)
           (error "over the limit" amount limit)
           (parent 'deposit! self amount)))
      ((report) (list 'limited (send self 'balance)))
      (else parent))))

(define account (make-account 10))
(define limited (make-limited-account 100 50))
(send account 'deposit! 5) ; => (balance 15)
(send limited 'deposit! 50) ; => (limited 150)
(send limited 'deposit! 51) ; error: error: over the limit 51 50
(send account 'withdraw! 1) ; error: error: does not understand withdraw!
(list (send account 'balance) (send limited 'balance)) ; => (15 150)

;; 2. Generic functions that dispatch on the predicates of their arguments.
(define-record-type <generic> (make-generic name methods) generic?
  (name generic-name)
  (methods generic-methods set-generic-methods!))

(define (add-method! generic predicates procedure)
  (set-generic-methods! generic (cons (cons predicates procedure) (generic-methods generic))))

(define (applicable? predicates arguments)
  (cond ((null? predicates) (null? arguments))
        ((null? arguments) #f)
        (else (and ((car predicates) (car arguments))
                   (applicable? (cdr predicates) (cdr arguments))))))

(define (dispatch generic arguments)
  (let find ((methods (generic-methods generic)))
    (cond ((null? methods) (error "no method of" (generic-name generic) arguments))
          ((applicable? (caar methods) arguments)
           (let ((next (lambda () (find (cdr methods)))))
             (apply (cdar methods) next arguments)))
          (else (find (cdr methods))))))

(define-syntax define-generic
  (syntax-rules ()
    ((_ name)
     (define name
       (let ((generic (make-generic 'name '())))
         (case-lambda
           ((message predicates procedure)
            (if (eq? message add-method!)
                (add-method! generic predicates procedure)
                (dispatch generic (list message predicates procedure))))
           (arguments (dispatch generic arguments))))))))
(import (scheme case-lambda))

(define-syntax define-method
  (syntax-rules ()
    ((_ (name next (argument predicate) ...) body ...)
     (name add-method! (list predicate ...) (lambda (next argument ...) body ...)))))

(define-record-type circle (make-circle r) circle? (r circle-radius))
(define-record-type box (make-box w h) box? (w box-width) (h box-height))
(define (square-box? x) (and (box? x) (= (box-width x) (box-height x))))
(define (anything? x) #t)

(define-generic area)
(define-generic describe)
(define-generic meet)
(define-method (area next (b box?)) (* (box-width b) (box-height b)))
(define-method (area next (c circle?)) (* 3 (square (circle-radius c))))
(define-method (describe next (x anything?)) (list 'area (area x)))
(define-method (describe next (b box?)) (cons 'box (next)))
(define-method (describe next (b square-box?)) (cons 'square (next)))
(define-method (meet next (a anything?) (b anything?)) 'nothing)
(define-method (meet next (a box?) (b circle?)) (list 'box-circle (next)))

(map area (list (make-box 2 3) (make-circle 2))) ; => (6 12)
(map describe (list (make-box 2 3) (make-box 2 2) (make-circle 1))) ; => ((box area 6) (square box area 4) (area 3))
(meet (make-box 1 1) (make-circle 1)) ; => (box-circle nothing)
(meet 1 2) ; => nothing
(area "no shape") ; error: error: no method of area ("no shape")
