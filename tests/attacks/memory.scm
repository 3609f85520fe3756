;;;; Programs that ask for more than there is: stopped by the memory limit, the time limit or a size limit.

;;; endless list => limit
(let loop ((l '())) (loop (cons 1 l)))

;;; endless list kept in a global => limit
(define l '())
(let loop () (set! l (cons (make-vector 100 0) l)) (loop))

;;; endless recursion that is not a tail call => limit
(define (f n) (+ 1 (f n)))
(f 1)

;;; endless mutual recursion that is not a tail call => limit
(define (f n) (cons 1 (g n)))
(define (g n) (cons 2 (f n)))
(f 1)

;;; endless recursion through map => limit
(define (f x) (map f (list x)))
(f 1)

;;; endless recursion through apply => limit
(define (f . x) (+ 1 (apply f x)))
(f 1)

;;; endless nest of dynamic-wind => limit
(define (f) (dynamic-wind (lambda () 1) f (lambda () 2)))
(f)

;;; endless nest of guard => limit
(define (f) (guard (e (#f 1)) (f) 1))
(f)

;;; endless nest of handlers => limit
(define (f) (with-exception-handler (lambda (e) e) (lambda () (f) 1)))
(f)

;;; endless nest of parameterize => limit
(define p (make-parameter 1))
(define (f) (parameterize ((p (p))) (f) 1))
(f)

;;; endless recursion in a guard => limit
(guard (e (else 'caught)) (let f () (+ 1 (f))))

;;; doubling a string => limit
(let loop ((s "abcdefgh")) (loop (string-append s s)))

;;; doubling a list => limit
(let loop ((l '(1 2 3))) (loop (append l l)))

;;; doubling a vector => limit
(let loop ((v #(1 2 3))) (loop (vector-append v v)))

;;; doubling a bytevector => limit
(let loop ((v #u8(1 2 3))) (loop (bytevector-append v v)))

;;; doubling by apply => limit
(let loop ((l '("ab" "cd"))) (loop (list (apply string-append l) (apply string-append l))))

;;; squaring an integer => limit
(let loop ((n 3)) (loop (* n n)))

;;; squaring a ratio => limit
(let loop ((n 3/7)) (loop (* n n)))

;;; adding an integer to itself => limit
(let loop ((n 1)) (loop (+ n n)))

;;; factorial without end => limit
(let loop ((n 1) (p 1)) (loop (+ n 1) (* n p)))

;;; harmonic sum without end => limit
(let loop ((n 1) (s 0)) (loop (+ n 1) (+ s (/ 1 n))))

;;; Fibonacci numbers without end => limit
(let loop ((a 0) (b 1)) (loop b (+ a b)))

;;; continued fraction without end => limit
(let loop ((x 1)) (loop (/ 1 (+ 1 x))))

;;; expt with a huge exponent => limit
(expt 7 (expt 10 9))

;;; expt of expt => limit
(expt 2 (expt 2 100))

;;; expt of a negative base => limit
(expt -3 100000000)

;;; expt of a ratio => limit
(expt 2/3 100000000)

;;; expt with a huge negative exponent => limit
(expt 7 (- (expt 10 9)))

;;; expt of one => value 1
(expt 1 (expt 10 30))

;;; expt of minus one => value 1
(expt -1 (expt 10 30))

;;; expt of zero => value 0
(expt 0 (expt 10 30))

;;; printing an integer of a million bits => ends
(number->string (expt 2 999999))

;;; printing an integer of a million bits in binary => ends
(string-length (number->string (expt 2 999999) 2))

;;; reading back a long numeral => ends
(string->number (make-string 1000000 #\7))

;;; reading back a numeral in radix 16 => ends
(string->number (make-string 1000000 #\f) 16)

;;; square root of a huge integer => ends
(exact-integer-sqrt (expt 7 300000))

;;; exact root of a huge square => ends
(sqrt (expt 7 300000))

;;; gcd of huge integers => ends
(gcd (- (expt 3 600000) 1) (- (expt 2 999999) 1))

;;; division of huge integers => ends
(modulo (expt 7 350000) (+ (expt 3 300000) 2))

;;; ratio of huge integers => ends
(exact? (/ (expt 7 350000) (+ (expt 3 600000) 2)))

;;; huge integer to float => ends
(exact->inexact (expt 7 350000))

;;; huge integer to float by inexact => ends
(inexact (expt 7 350000))

;;; exact of the largest float => value 309
(string-length (number->string (exact 1.7976931348623157e308)))

;;; rationalize a tiny interval => ends
(rationalize (exact .3) (/ 1 (expt 10 1000)))

;;; vector of a billion => limit
(make-vector 1000000000 0)

;;; vector of a bignum of elements => ends
(make-vector (expt 10 40) 0)

;;; string of a billion => limit
(make-string 1000000000 #\a)

;;; list of a billion => limit
(make-list 1000000000 0)

;;; bytevector of ten billion => limit
(make-bytevector 10000000000 0)

;;; many vectors of the largest size => limit
(let loop ((l '())) (loop (cons (make-vector 1000000 0) l)))

;;; many strings of the largest size => limit
(let loop ((l '())) (loop (cons (make-string 1000000 #\x3bb) l)))

;;; vector copied again and again => limit
(let loop ((v (make-vector 1000000 0)) (l '())) (loop v (cons (vector-copy v) l)))

;;; list to vector to list => limit
(let loop ((v (make-vector 1000000 0)) (l '())) (loop (list->vector (vector->list v)) (cons v l)))

;;; string to list => limit
(let loop ((l '())) (loop (cons (string->list (make-string 100000 #\a)) l)))

;;; symbol flood => limit
(let loop ((i 0) (l '())) (loop (+ i 1) (cons (string->symbol (number->string i)) l)))

;;; symbol flood that nobody keeps => limit
(let loop ((i 0)) (string->symbol (number->string i)) (loop (+ i 1)))

;;; long symbols => limit
(let loop ((i 0) (l '()))
  (loop (+ i 1) (cons (string->symbol (string-append (make-string 100000 #\a) (number->string i))) l)))

;;; character flood => value done
(let loop ((i 0)) (if (< i 55000) (begin (integer->char i) (loop (+ i 1))) 'done))

;;; string port without end => limit
(let ((p (open-output-string))) (let loop () (write-string "abcdefghijklmnopqrstuvwxyz" p) (loop)))

;;; bytevector port without end => limit
(let ((p (open-output-bytevector))) (let loop () (write-bytevector #u8(1 2 3 4 5 6 7 8) p) (loop)))

;;; closures without end => limit
(let loop ((f (lambda () 1))) (loop (lambda () (f))))

;;; calling a tower of closures => ends
(let loop ((f (lambda () 1)) (i 0)) (if (< i 100000) (loop (lambda () (+ 1 (f))) (+ i 1)) (f)))

;;; promises without end => limit
(let loop ((p (delay 1))) (loop (delay (force p))))

;;; continuations without end => limit
(let loop ((l '())) (loop (cons (call/cc (lambda (k) k)) l)))

;;; parameters without end => limit
(let loop ((l '())) (loop (cons (make-parameter l) l)))

;;; records without end => limit
(define-record-type box (make-box value) box? (value box-value))
(let loop ((b #f)) (loop (make-box b)))

;;; record types without end => limit
(let loop ((l '())) (define-record-type box (make-box value) box? (value box-value)) (loop (cons make-box l)))

;;; arguments without end => limit
(define (f . args) (apply f 1 args))
(f)

;;; values without end => limit
(define (f . args) (call-with-values (lambda () (apply values 1 args)) f))
(f)

;;; an apply with a million arguments => ends
(apply + (make-list 1000000 1))

;;; an apply of a Scheme procedure with a million arguments => ends
(apply (lambda args (length args)) (make-list 1000000 1))

;;; an error with a huge message => error error
(error (make-string 1000000 #\a) (make-vector 100000 0))

;;; an error with a deep irritant => error error
(let loop ((l '()) (i 0)) (if (< i 100000) (loop (list l) (+ i 1)) (error "deep" l)))

;;; an error with a circular irritant => error error
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (error "circular" l))

;;; a circular list as message => error error
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (error l))

;;; raising a circular list => error raise
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (raise l))

;;; raising a deep list => error raise
(let loop ((l '()) (i 0)) (if (< i 100000) (loop (list l) (+ i 1)) (raise l)))

;;; raising a deep vector => error raise
(let loop ((l '()) (i 0)) (if (< i 100000) (loop (vector l) (+ i 1)) (raise l)))

;;; the wrong type with a deep argument => error type
(let loop ((l '()) (i 0)) (if (< i 100000) (loop (list l) (+ i 1)) (+ 1 l)))

;;; the wrong type with a circular argument => error type
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (+ 1 l))
