;;; Every macro below is in continuation-passing style: its argument k is the
;;; beginning of a form, to which the list of variables bound so far is
;;; appended when the pattern has matched. fail is a short expression, always
;;; a call, so that it may stand in many places. The ellipsis of the macros is
;;; :: because ... is a word of the patterns.

;;> (match expr (pattern body ...) ...) -> the body of the first clause whose
;;> pattern matches; (pattern (=> next) body ...): (next) goes on to the
;;> following clause
;;> (match '(1 (2 3)) ((a (b ...)) (list a b))) => (1 (2 3))
(define-syntax match
  (syntax-rules ()
    ((_ (operator . operands) . clauses)
     (let ((v (operator . operands))) (%clauses v (v (set! v)) . clauses)))
    ((_ expr . clauses)
     (let ((v expr)) (%clauses v (expr (set! expr)) . clauses)))))

(define-syntax %clauses
  (syntax-rules :: (=>)
    ((_ v place)
     (error "match: no pattern fits" v))
    ((_ v place (pattern (=> next) body ::) . clauses)
     (let ((next (lambda () (%clauses v place . clauses))))
       (%pat v pattern place (%first (let () body ::)) (next) ())))
    ((_ v place (pattern body ::) . clauses)
     (let ((next (lambda () (%clauses v place . clauses))))
       (%pat v pattern place (%first (let () body ::)) (next) ())))))

(define-syntax %first
  (syntax-rules ()
    ((_ x . ignored) x)))

;; (%pat value pattern place k fail bound): value is a variable; place is
;; (get-expression (set-form-without-value)).
(define-syntax %pat
  (syntax-rules :: (_ quote quasiquote and or not get! set! ? = $ struct @
                      object *** ... ___ **1 ..1 =.. *..)
    ((% v _ place (k ::) fail b)
     (k :: b))
    ((% v () place (k ::) fail b)
     (if (null? v) (k :: b) fail))
    ((% v (quote datum) place (k ::) fail b)
     (if (equal? v 'datum) (k :: b) fail))
    ((% v (quasiquote p) place k fail b)
     (%quasi v p place k fail b))
    ((% v (and p ::) place k fail b)
     (%all v (p ::) place k fail b))
    ((% v (or p) place k fail b)
     (%pat v p place k fail b))
    ((% v (or p ::) place k fail b)
     (%vars (p ::) (%some v (p ::) place k fail b) b ()))
    ((% v (not p ::) place (k ::) fail b)
     (let ((ok (lambda () (k :: b))))
       (%none v (p ::) place (ok) fail b)))
    ((% v (get! g) (get set) (k ::) fail b)
     (let ((g (lambda () get))) (k :: b)))
    ((% v (set! s) (get (set ::)) (k ::) fail b)
     (let ((s (lambda (x) (set :: x)))) (k :: b)))
    ((% v (? pred p ::) place k fail b)
     (if (pred v) (%all v (p ::) place k fail b) fail))
    ((% v (= proc p) place k fail b)
     (let ((x (proc v))) (%pat x p (x (set! x)) k fail b)))
    ((% v ($ type p ::) place k fail b)
     (if (%record? v type) (%fields v type 0 (p ::) k fail b) fail))
    ((% v (@ type (field p) ::) place k fail b)
     (if (%record? v type) (%named v type ((field p) ::) k fail b) fail))
    ((% v (struct . parts) place k fail b)
     (%pat v ($ . parts) place k fail b))
    ((% v (object . parts) place k fail b)
     (%pat v (@ . parts) place k fail b))
    ((% v (p *** q) place k fail b)
     (%vars p (%tree v p q k fail b) b ()))
    ((% v (p ... . rest) place k fail b)
     (%vars p (%run v p rest k fail b 0 #f) b ()))
    ((% v (p ___ . rest) place k fail b)
     (%vars p (%run v p rest k fail b 0 #f) b ()))
    ((% v (p **1 . rest) place k fail b)
     (%vars p (%run v p rest k fail b 1 #f) b ()))
    ((% v (p ..1 . rest) place k fail b)
     (%vars p (%run v p rest k fail b 1 #f) b ()))
    ((% v (p =.. n . rest) place k fail b)
     (%vars p (%run v p rest k fail b n n) b ()))
    ((% v (p *.. least most . rest) place k fail b)
     (%vars p (%run v p rest k fail b least most) b ()))
    ((% v (p . q) place k fail b)
     (if (pair? v)
         (let ((x (car v)) (y (cdr v)))
           (%pat x p ((car v) (set-car! v))
                 (%pat y q ((cdr v) (set-cdr! v)) k fail)
                 fail b))
         fail))
    ((% v #(p ::) place k fail b)
     (if (vector? v) (%items v 0 (p ::) k fail b) fail))
    ;; A name or a literal. The inner macro takes any argument if x is a name
    ;; that is not bound yet; a bound one is a literal of it.
    ((% v x place (k ::) fail (b ::))
     (let-syntax ((new? (syntax-rules (b ::)
                          ((new? x yes no) yes)
                          ((new? other yes no) no))))
       (new? probe
             (let ((x v)) (k :: (b :: x)))
             (if (equal? v x) (k :: (b ::)) fail))))))

;; All patterns match the same value.
(define-syntax %all
  (syntax-rules ()
    ((_ v () place (k ...) fail b) (k ... b))
    ((_ v (p) place k fail b) (%pat v p place k fail b))
    ((_ v (p . more) place k fail b)
     (%pat v p place (%all v more place k fail) fail b))))

;; None of the patterns matches.
(define-syntax %none
  (syntax-rules ()
    ((_ v () place ok fail b) ok)
    ((_ v (p . more) place ok fail b)
     (let ((next (lambda () (%none v more place ok fail b))))
       (%pat v p place (%first fail) (next) b)))))

;; One of the patterns matches; a variable it does not have is #f.
(define-syntax %some
  (syntax-rules ()
    ((_ v patterns place (k ...) fail (b ...) (id ...))
     (let ((ok (lambda (id ...) (k ... (b ... id ...)))))
       (let ((id #f) ...)
         (%try v patterns place (ok id ...) fail (b ...)))))))

(define-syntax %try
  (syntax-rules ()
    ((_ v () place ok fail b) fail)
    ((_ v (p . more) place ok fail b)
     (let ((next (lambda () (%try v more place ok fail b))))
       (%pat v p place (%first ok) (next) b)))))

;; Records, by index and by name.
(define (%set-field! x type index value)
  (%record-set! x type index value 'match))

(define-syntax %fields
  (syntax-rules ()
    ((_ v type i () (k ...) fail b) (k ... b))
    ((_ v type i (p . more) k fail b)
     (let* ((index i) (x (%record-ref v type index 'match)))
       (%pat x p
             ((%record-ref v type index 'match) (%set-field! v type index))
             (%fields v type (+ index 1) more k fail)
             fail b)))))

(define-syntax %named
  (syntax-rules ()
    ((_ v type () (k ...) fail b) (k ... b))
    ((_ v type ((field p) . more) k fail b)
     (let* ((index (%record-field-index type 'field))
            (x (%record-ref v type index 'match)))
       (%pat x p
             ((%record-ref v type index 'match) (%set-field! v type index))
             (%named v type more k fail)
             fail b)))))

;; The elements of a vector from i on; a run is matched in a list of them.
(define-syntax %items
  (syntax-rules :: (... ___ **1 ..1 =.. *..)
    ((_ v i () (k ::) fail b)
     (if (= (vector-length v) i) (k :: b) fail))
    ((_ v i (p ... . rest) k fail b)
     (%listed v i (p ... . rest) k fail b))
    ((_ v i (p ___ . rest) k fail b)
     (%listed v i (p ___ . rest) k fail b))
    ((_ v i (p **1 . rest) k fail b)
     (%listed v i (p **1 . rest) k fail b))
    ((_ v i (p ..1 . rest) k fail b)
     (%listed v i (p ..1 . rest) k fail b))
    ((_ v i (p =.. . rest) k fail b)
     (%listed v i (p =.. . rest) k fail b))
    ((_ v i (p *.. . rest) k fail b)
     (%listed v i (p *.. . rest) k fail b))
    ((_ v i (p . rest) k fail b)
     (if (< i (vector-length v))
         (let ((x (vector-ref v i)))
           (%pat x p ((vector-ref v i) (vector-set! v i))
                 (%items v (+ i 1) rest k fail)
                 fail b))
         fail))))

(define-syntax %listed
  (syntax-rules :: ()
    ((_ v i patterns k fail b)
     (let ((l (vector->list v i)))
       (%pat l patterns (l (set! l)) k fail b)))))

;; A run of p, as long as what follows leaves room, then rest. A name that is
;; bound already stands for the whole run.
(define-syntax %run
  (syntax-rules :: (_)
    ((% v _ rest k fail b least most ())
     (%run-with v _ rest k fail b least most ()))
    ((% v p rest k fail b least most ())
     (let-syntax ((name? (syntax-rules ()
                           ((name? p yes no) yes)
                           ((name? other yes no) no))))
       (name? (probe)
              (%repeated v p rest k fail b least most)
              (%run-with v p rest k fail b least most ()))))
    ((% v p rest k fail b least most ids)
     (%temps ids (%run-with v p rest k fail b least most) ()))))

(define-syntax %repeated
  (syntax-rules ()
    ((_ v p rest k fail b least most)
     (let ((count (- (%pairs v) (%width rest))))
       (if (and (>= count least) (or (not most) (<= count most)))
           (let ((tail (list-tail v count)))
             (if (equal? p (%until-pair v tail))
                 (%pat tail rest (tail (set! tail)) k fail b)
                 fail))
           fail)))))

(define-syntax %run-with
  (syntax-rules ()
    ((_ v p rest k fail (b ...) least most ((id t) ...))
     (let ((count (- (%pairs v) (%width rest))))
       (if (and (>= count least) (or (not most) (<= count most)))
           (let loop ((l v) (i count) (t '()) ...)
             (if (> i 0)
                 (let ((x (car l)))
                   (%pat x p ((car l) (set-car! l))
                         (%again loop l i ((id t) ...))
                         fail (b ...)))
                 (let ((id (reverse t)) ...)
                   (%pat l rest (l (set! l)) k fail (b ... id ...)))))
           fail)))))

(define-syntax %again
  (syntax-rules ()
    ((_ loop l i ((id t) ...) bound)
     (loop (cdr l) (- i 1) (cons id t) ...))))

;; A fresh variable beside each name: k gets ((name fresh) ...).
(define-syntax %temps
  (syntax-rules ()
    ((_ () (k ...) done) (k ... done))
    ((_ (id . ids) k (done ...))
     (%temps ids k (done ... (id fresh))))))

;; How many pairs does x begin with?
(define (%pairs x)
  (let loop ((x x) (n 0))
    (if (pair? x) (loop (cdr x) (+ n 1)) n)))

;; The elements of l before tail, one of its pairs or its end.
(define (%until-pair l tail)
  (if (eq? l tail) '() (cons (car l) (%until-pair (cdr l) tail))))

;; How many elements does a list of patterns ask for?
(define-syntax %width
  (syntax-rules ()
    ((_ (p . q)) (+ 1 (%width q)))
    ((_ end) 0)))

;; q at v or below it, depth first; p along the way.
(define-syntax %tree
  (syntax-rules ()
    ((_ v p q k fail b ids)
     (%temps ids (%tree-with v p q k fail b) ()))))

(define-syntax %tree-with
  (syntax-rules ()
    ((_ v p q k fail (b ...) ((id t) ...))
     (let search ((w v) (retreat (lambda () fail)) (t '()) ...)
       (let ((deeper
              (lambda ()
                (if (pair? w)
                    (let ((x (car w)) (children (cdr w)))
                      (%pat x p ((car w) (set-car! w))
                            (%descend search children retreat ((id t) ...))
                            (retreat) (b ...)))
                    (retreat)))))
         (let ((id (reverse t)) ...)
           (%pat w q (w (set! w)) k (deeper) (b ... id ...))))))))

(define-syntax %descend
  (syntax-rules ()
    ((_ search children retreat ((id t) ...) bound)
     (let each ((l children))
       (if (pair? l)
           (search (car l) (lambda () (each (cdr l))) (cons id t) ...)
           (retreat))))))

(define-syntax %quasi
  (syntax-rules :: (unquote unquote-splicing)
    ((_ v (unquote p) place k fail b)
     (%pat v p place k fail b))
    ((_ v ((unquote-splicing p)) place k fail b)
     (%pat v p place k fail b))
    ((_ v ((unquote-splicing p) . q) place k fail b)
     (let ((count (- (%pairs v) (%width q))))
       (if (< count 0)
           fail
           (let* ((tail (list-tail v count)) (head (%until-pair v tail)))
             (%pat head p (head (set! head))
                   (%quasi tail q (tail (set! tail)) k fail)
                   fail b)))))
    ((_ v (p . q) place k fail b)
     (if (pair? v)
         (let ((x (car v)) (y (cdr v)))
           (%quasi x p ((car v) (set-car! v))
                   (%quasi y q ((cdr v) (set-cdr! v)) k fail)
                   fail b))
         fail))
    ((_ v #(p ::) place k fail b)
     (if (vector? v)
         (let ((l (vector->list v)))
           (%quasi l (p ::) (l (set! l)) k fail b))
         fail))
    ((_ v datum place (k ::) fail b)
     (if (equal? v 'datum) (k :: b) fail))))

;; (%vars pattern k excluded found): k gets the names that the pattern binds
;; beyond those excluded.
(define-syntax %vars
  (syntax-rules :: (_ quote quasiquote and or not get! set! ? = $ struct @
                      object *** ... ___ **1 ..1 =.. *..)
    ((% _ (k ::) e found) (k :: found))
    ((% () (k ::) e found) (k :: found))
    ((% ... (k ::) e found) (k :: found))
    ((% ___ (k ::) e found) (k :: found))
    ((% **1 (k ::) e found) (k :: found))
    ((% ..1 (k ::) e found) (k :: found))
    ((% =.. (k ::) e found) (k :: found))
    ((% *.. (k ::) e found) (k :: found))
    ((% *** (k ::) e found) (k :: found))
    ((% (quote datum) (k ::) e found) (k :: found))
    ((% (quasiquote p) k e found) (%quasi-vars p k e found))
    ((% (not p ::) (k ::) e found) (k :: found))
    ((% (and p ::) k e found) (%vars (p ::) k e found))
    ((% (or p ::) k e found) (%vars (p ::) k e found))
    ((% (get! g) k e found) (%vars g k e found))
    ((% (set! s) k e found) (%vars s k e found))
    ((% (? pred p ::) k e found) (%vars (p ::) k e found))
    ((% (= proc p) k e found) (%vars p k e found))
    ((% ($ type p ::) k e found) (%vars (p ::) k e found))
    ((% (@ type (field p) ::) k e found) (%vars (p ::) k e found))
    ((% (struct . parts) k e found) (%vars ($ . parts) k e found))
    ((% (object . parts) k e found) (%vars (@ . parts) k e found))
    ((% (p . q) k e found) (%vars p (%vars q k e) e found))
    ((% #(p ::) k e found) (%vars (p ::) k e found))
    ((% x (k ::) (e ::) (found ::))
     (let-syntax ((new? (syntax-rules (e :: found ::)
                          ((new? x yes no) yes)
                          ((new? other yes no) no))))
       (new? probe (k :: (found :: x)) (k :: (found ::)))))))

(define-syntax %quasi-vars
  (syntax-rules :: (unquote unquote-splicing)
    ((_ (unquote p) k e found) (%vars p k e found))
    ((_ (unquote-splicing p) k e found) (%vars p k e found))
    ((_ (p . q) k e found) (%quasi-vars p (%quasi-vars q k e) e found))
    ((_ #(p ::) k e found) (%quasi-vars (p ::) k e found))
    ((_ datum (k ::) e found) (k :: found))))

;;> (match-lambda clause ...) -> a procedure of one argument that matches it
;;> (map (match-lambda ((a . b) b) (x x)) '((1 . 2) 3)) => (2 3)
(define-syntax match-lambda
  (syntax-rules ()
    ((_ clause ...) (lambda (x) (match x clause ...)))))

;;> (match-lambda* clause ...) -> a procedure that matches its argument list
;;> ((match-lambda* ((a b) (- a b)) ((a) a)) 5 3) => 2
(define-syntax match-lambda*
  (syntax-rules ()
    ((_ clause ...) (lambda x (match x clause ...)))))

;;> (match-let [name] ((pattern expr) ...) body ...) -> let with patterns
;;> (match-let (((a b) '(1 2)) (c 3)) (list a b c)) => (1 2 3)
(define-syntax match-let
  (syntax-rules ()
    ((_ ((pattern expr) ...) body ...)
     (match (list expr ...) ((pattern ...) body ...)))
    ((_ name ((pattern expr) ...) body ...)
     (letrec ((name (match-lambda* ((pattern ...) body ...))))
       (name expr ...)))))

;;> (match-let* ((pattern expr) ...) body ...) -> one after the other
;;> (match-let* (((a . b) '(1 2)) ((c) b)) (list a c)) => (1 2)
(define-syntax match-let*
  (syntax-rules ()
    ((_ () body ...) (let () body ...))
    ((_ ((pattern expr) . more) body ...)
     (match expr (pattern (match-let* more body ...))))))

;;> (match-letrec ((pattern expr) ...) body ...) -> the names are in scope of
;;> all expressions
;;> (match-letrec (((f g) (list (lambda () (g)) (lambda () 7)))) (f)) => 7
(define-syntax match-letrec
  (syntax-rules ()
    ((_ ((pattern expr) ...) body ...)
     (%vars (pattern ...)
            (%letrec ((pattern ...) (list expr ...)) (body ...))
            () ()))))

;;> (match-letrec* ((pattern expr) ...) body ...) -> the same, in order
;;> (match-letrec* (((a) '(1)) (b (+ a 1))) b) => 2
(define-syntax match-letrec*
  (syntax-rules ()
    ((_ ((pattern expr) ...) body ...)
     (%vars (pattern ...)
            (%letrec* ((pattern expr) ...) (body ...))
            () ()))))

(define-syntax %letrec
  (syntax-rules ()
    ((_ clause body ids) (%letrec* (clause) body ids))))

(define-syntax %letrec*
  (syntax-rules ()
    ((_ ((pattern expr) ...) (body ...) (id ...))
     (let ((id #f) ...)
       (%vars pattern (%assign! pattern expr) () ()) ...
       (let () body ...)))))

(define-syntax %assign!
  (syntax-rules ()
    ((_ pattern expr ids)
     (%temps ids (%assign-with! pattern expr) ()))))

(define-syntax %assign-with!
  (syntax-rules ()
    ((_ pattern expr ((id t) ...))
     (let ((assign! (lambda (t ...) (set! id t) ... #t)))
       (match expr (pattern (assign! id ...)))))))
