;;;; Ways out of the sandbox. None may reach a file, a process, the environment or a Python object.

;;; files by name => error unbound
(open-input-file "/etc/passwd")

;;; output files by name => error unbound
(open-output-file "/tmp/attack")

;;; with-output-to-file => error unbound
(with-output-to-file "/tmp/attack" (lambda () 1))

;;; call-with-input-file => error unbound
(call-with-input-file "/etc/passwd" read)

;;; delete-file => error unbound
(delete-file "/tmp/attack")

;;; file-exists? => error unbound
(file-exists? "/etc/passwd")

;;; load => error unbound
(load "/etc/passwd")

;;; exit => error unbound
(exit 1)

;;; emergency-exit => error unbound
(emergency-exit 1)

;;; environment variables => error unbound
(get-environment-variable "HOME")

;;; all environment variables => error unbound
(get-environment-variables)

;;; the command line => error unbound
(command-line)

;;; a process => error unbound
(system "true")

;;; the file library => error library
(import (scheme file))

;;; the process library => error library
(import (scheme process-context))

;;; the load library => error library
(import (scheme load))

;;; the eval library => error library
(import (scheme eval))

;;; the repl library => ends
(import (scheme repl))

;;; the harness's own io => error library
(import (harness io))

;;; the engine's primitives => error library
(import (engine primitives))

;;; the engine's syntax => error library
(import (engine syntax))

;;; the engine's control => error library
(import (engine control))

;;; the engine's primitives through only => error library
(import (only (engine primitives) car))

;;; the engine's primitives through prefix and rename => error library
(import (rename (prefix (engine primitives) p:) (p:car kar)))

;;; the engine's primitives through a library of one's own => error library
(define-library (mine) (import (engine primitives)) (export car))
(import (mine))

;;; a library of one's own in the engine's name => error
(define-library (engine mine) (import (engine primitives)) (export car))
(import (engine mine))

;;; a library of one's own that claims a tier => ends
(define-library (mine) (tier unsandboxed) (import (scheme base)) (export car))
(import (mine))
(car '(1))

;;; a primitive with a percent sign => error unbound
(%make-record-type 'x '())

;;; another one => error unbound
(%record-ref 1 1 1)

;;; the wind of the engine => error unbound
(%wound (lambda () 1) (lambda () 2))

;;; Python's import => error unbound
(__import__ "os")

;;; Python's open => error unbound
(open "/etc/passwd")

;;; Python's eval => error unbound
(eval "1")

;;; Python's exec => error unbound
(exec "1")

;;; Python's getattr => error unbound
(getattr car "__globals__")

;;; Python's globals => error unbound
(globals)

;;; Python's type => error unbound
(type 1)

;;; Python's True => error unbound
True

;;; Python's None => error unbound
None

;;; Python's names in generated code => error unbound
g0

;;; the first local of generated code => error unbound
v0

;;; __builtins__ => error unbound
__builtins__

;;; __name__ => error unbound
__name__

;;; __class__ of a variable => error unbound
(let ((x 1)) x.__class__)

;;; a variable with Python's name is only a variable => value 3
(let ((__builtins__ 1) (lambda 2)) (+ __builtins__ lambda))

;;; keywords of Python are names => value 15
(let ((def 1) (class 2) (while 3) (return 4) (None 5)) (+ def class while return None))

;;; defining Python's names => value 6
(define print 1)
(define __import__ 2)
(define __builtins__ 3)
(+ print __import__ __builtins__)

;;; defining names of the runtime => value 42
(define NIL 42)
(define TRUE 43)
(define Pair 44)
(begin (list 1) NIL)

;;; a parameter with the name of a slot => value 1
(let ((car 1)) car)

;;; redefining car does not reach the libraries => value (2 3)
(define (car x) 'mine)
(define (cons a b) 'mine)
(map (lambda (x) (+ x 1)) '(1 2))

;;; redefining map does not reach for-each => value done
(define (map . x) 'mine)
(define (vector-length x) 'mine)
(begin (vector-for-each (lambda (x) x) #(1)) 'done)

;;; set! of a standard name => ends
(set! car cdr)
(car '(1 2))

;;; a syntax keyword redefined => value 3
(define (if a b c) (+ a b))
(if 1 2 3)

;;; a format string in an error => error error
(error "%s {0} {0.__class__}" 1)

;;; a symbol that looks like an attribute => value __class__
(string->symbol "__class__")

;;; a record field with a Python name => value 7
(define-record-type evil (make-evil __class__ __dict__) evil? (__class__ evil-class) (__dict__ evil-dict))
(evil-class (make-evil 7 8))

;;; a record type with a Python name => value #t
(define-record-type __class__ (make) thing?)
(thing? (make))

;;; an accessor on another record => error type
(define-record-type a (make-a x) a? (x a-x))
(define-record-type b (make-b y) b? (y b-y))
(a-x (make-b 1))

;;; an accessor on a condition => error type
(define-record-type a (make-a x) a? (x a-x))
(guard (e (#t (a-x e))) (error "x"))

;;; what a guard catches is only a Scheme object => value (#t #f #f)
(guard (e (#t (list (error-object? e) (procedure? e) (vector? e)))) (car 5))

;;; the irritants of an engine error are Scheme objects => value (5)
(guard (e (#t (error-object-irritants e))) (car 5))

;;; the message of an engine error is a string => value #t
(guard (e (#t (string? (error-object-message e)))) (vector-ref #(1) 2))

;;; printing a procedure shows nothing of Python => value #f
(let ((p (open-output-string)))
  (write car p)
  (write (lambda (x) x) p)
  (write (call/cc (lambda (k) k)) p)
  (write (make-parameter 1) p)
  (write p p)
  (let loop ((l (string->list (get-output-string p))))
    (cond ((null? l) #f)
          ((and (pair? (cdr l)) (char=? (car l) #\0) (char=? (cadr l) #\x)) 'address)
          (else (loop (cdr l))))))

;;; the standard input of the host => ends
(read-line)

;;; the standard output is the host's to give => ends
(display "hello")

;;; closing the standard output => ends
(close-port (current-output-port))

;;; reading from a closed port => error
(let ((p (open-input-string "abc"))) (close-port p) (read-char p))

;;; a continuation called with too many values => ends
(call/cc (lambda (k) (k 1 2 3)))

;;; a continuation called with no value => ends
(begin (call/cc (lambda (k) (k))) 1)

;;; values where one is wanted => ends
(+ 1 (values 2 3))

;;; calling a number => error type
(5 5)

;;; calling a string => error type
("car" '(1))

;;; calling a record type's name => error
(define-record-type a (make-a x) a? (x a-x))
(a 1)

;;; calling the end of file => error type
((eof-object) 1)

;;; apply of a tail-call marker look-alike => value (1 2)
(apply list '(1 2))

;;; a vector is no tail call => value #t
(let ((f (lambda () (vector car '(1))))) (vector? (f)))

;;; two thousand errors => value done
(do ((i 0 (+ i 1))) ((= i 2000) 'done) (guard (e (#t 1)) (car i)))

;;; a library name that no file could have => value #t
(import (tein introspect))
(define (message thunk) (guard (e (#t (error-object-message e))) (thunk)))
(string? (message (lambda () (module-exports (let loop ((i 0) (l '())) (if (< i 5000) (loop (+ i 1) (cons 1 l)) l))))))

;;; an import that no file could have => error library
(import (⟦5000 a ⟧))
