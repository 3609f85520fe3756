;;;; Deep and circular data in every procedure that walks it.
;;;; `ring` is a circular list, `bent` an improper one, `deep` a nest of a hundred thousand lists, `knot` a list that is its own first element.

;;; length of a circular list => error type
(length ring)

;;; list? of a circular list => value #f
(list? ring)

;;; list? of an improper list => value #f
(list? bent)

;;; length of an improper list => error type
(length bent)

;;; reverse => error type
(reverse ring)

;;; append in front => error type
(append ring '(1))

;;; append behind => value (0 1 2)
(let ((l (append '(0) ring))) (list (car l) (cadr l) (caddr l)))

;;; list-copy => ends
(pair? (list-copy ring))

;;; list-tail far away => ends
(car (list-tail ring 1000000))

;;; list-tail further than one can walk => ends
(car (list-tail ring (expt 10 30)))

;;; list-ref far away => ends
(list-ref ring 999999999)

;;; list->vector => error type
(list->vector ring)

;;; list->string => error type
(list->string ring)

;;; apply => error type
(apply + ring)

;;; apply with an improper list => error type
(apply + bent)

;;; map over a circular list => limit
(map (lambda (x) x) ring)

;;; map over a circular and a short list => value (2 4)
(map + ring '(1 2))

;;; for-each over a circular list => limit
(for-each (lambda (x) x) ring)

;;; memq finds => value #t
(pair? (memq 2 ring))

;;; memq does not find => ends
(memq 'x ring)

;;; memv does not find => ends
(memv 7.5 ring)

;;; member does not find => ends
(member "x" ring)

;;; member with a predicate does not find => ends
(member 'x ring eq?)

;;; assq in a circular list of no pairs => ends
(assq 'x ring)

;;; assq in a circular list of pairs => ends
(let ((l (list '(a . 1)))) (set-cdr! l l) (assq 'x l))

;;; assv in a circular list of pairs => ends
(let ((l (list '(a . 1)))) (set-cdr! l l) (assv 'x l))

;;; assoc in a circular list of pairs => ends
(let ((l (list '(a . 1)))) (set-cdr! l l) (assoc 'x l))

;;; equal? of two circular lists => value #t
(let ((a (list 1 2)) (b (list 1 2))) (set-cdr! (cdr a) a) (set-cdr! (cdr b) b) (equal? a b))

;;; equal? of different circular lists => value #f
(let ((a (list 1 2)) (b (list 1 3))) (set-cdr! (cdr a) a) (set-cdr! (cdr b) b) (equal? a b))

;;; equal? of circular lists of different period => value #t
(let ((a (list 1 1)) (b (list 1 1 1))) (set-cdr! (cdr a) a) (set-cdr! (cddr b) b) (equal? a b))

;;; equal? of knots => value #t
(let ((other (list 1))) (set-car! other other) (equal? knot other))

;;; equal? of circular vectors => value #t
(let ((a (vector 1 2)) (b (vector 1 2))) (vector-set! a 0 a) (vector-set! b 0 b) (equal? a b))

;;; equal? of deep lists => value #t
(equal? deep (list (car deep)))

;;; equal? of deep copies => value #t
(let ((build (lambda () (let loop ((l '()) (i 0)) (if (< i 100000) (loop (list l) (+ i 1)) l)))))
  (equal? (build) (build)))

;;; equal? of deep vectors => value #t
(let ((build (lambda () (let loop ((l '()) (i 0)) (if (< i 100000) (loop (vector l) (+ i 1)) l)))))
  (equal? (build) (build)))

;;; equal? of shared binary trees of depth 60 => ends
(let ((build (lambda () (let loop ((l '()) (i 0)) (if (< i 60) (loop (cons l l) (+ i 1)) l)))))
  (equal? (build) (build)))

;;; write a circular list => value "#0=(1 2 . #0#)"
(let ((p (open-output-string))) (write ring p) (get-output-string p))

;;; display a circular list => value "#0=(1 2 . #0#)"
(let ((p (open-output-string))) (display ring p) (get-output-string p))

;;; write-shared of a circular list => value "#0=(1 2 . #0#)"
(let ((p (open-output-string))) (write-shared ring p) (get-output-string p))

;;; write-simple of a circular list => ends
(let ((p (open-output-string))) (write-simple ring p) 1)

;;; write a knot => value "#0=(#0#)"
(let ((p (open-output-string))) (write knot p) (get-output-string p))

;;; write a circular vector => value "#0=#(#0# 2)"
(let ((v (vector 1 2)) (p (open-output-string))) (vector-set! v 0 v) (write v p) (get-output-string p))

;;; write a deep list => value 200002
(let ((p (open-output-string))) (write deep p) (string-length (get-output-string p)))

;;; write a deep vector => value 300002
(let ((p (open-output-string)))
  (write (let loop ((l '()) (i 0)) (if (< i 100000) (loop (vector l) (+ i 1)) l)) p)
  (string-length (get-output-string p)))

;;; write-simple of shared binary trees of depth 60 => limit
(let ((p (open-output-string)))
  (write-simple (let loop ((l '()) (i 0)) (if (< i 60) (loop (cons l l) (+ i 1)) l)) p))

;;; write of shared binary trees of depth 60 => limit
(let ((p (open-output-string)))
  (write (let loop ((l '()) (i 0)) (if (< i 60) (loop (cons l l) (+ i 1)) l)) p))

;;; write-shared of shared binary trees of depth 60 => ends
(let ((p (open-output-string)))
  (write-shared (let loop ((l '()) (i 0)) (if (< i 60) (loop (cons l l) (+ i 1)) l)) p))

;;; write a long improper chain of quotes => ends
(let ((p (open-output-string)))
  (write (let loop ((l 1) (i 0)) (if (< i 100000) (loop (list 'quote l) (+ i 1)) l)) p)
  1)

;;; read back a deep list => ends
(let ((p (open-output-string))) (write deep p) (equal? deep (read (open-input-string (get-output-string p)))))

;;; read a hundred thousand open brackets => error read
(read (open-input-string (make-string 100000 #\()))

;;; read a hundred thousand quotes => error read
(read (open-input-string (make-string 100000 #\')))

;;; read a hundred thousand datum comments => error read
(read (open-input-string (apply string-append (make-list 100000 "#;"))))

;;; read nested block comments => error read
(read (open-input-string (apply string-append (make-list 100000 "#|"))))

;;; read an unterminated string => error read
(read (open-input-string (string-append "\"" (make-string 1000000 #\a))))

;;; read an unterminated symbol => error read
(read (open-input-string (string-append "|" (make-string 1000000 #\a))))

;;; read a label of itself => error read
(read (open-input-string "#0=#0#"))

;;; read a label nobody defined => error read
(read (open-input-string "(1 #5#)"))

;;; read a huge label => ends
(pair? (read (open-input-string "#99999999999999999999999=(1 . #99999999999999999999999#)")))

;;; read a ring by labels => value 1
(car (cddr (cddr (read (open-input-string "#0=(1 2 . #0#)")))))

;;; read a huge exponent => ends
(read (open-input-string "1e999999999"))

;;; read a huge exact exponent => ends
(read (open-input-string "#e1e100000000"))

;;; read a huge negative exact exponent => ends
(read (open-input-string "#e1e-100000000"))

;;; read a huge ratio => ends
(read (open-input-string (string-append "1/" (make-string 1000000 #\7))))

;;; vector-fill! of a vector with itself => value #t
(let ((v (make-vector 3 0))) (vector-fill! v v) (eq? v (vector-ref v 2)))

;;; list-set! in a ring => value 9
(begin (list-set! ring 5 9) (cadr ring))

;;; string-copy! onto itself => value "aabcd"
(let ((s (string-copy "abcde"))) (string-copy! s 1 s 0 4) s)

;;; vector-copy! onto itself => value #(1 1 2 3)
(let ((v (vector 1 2 3 4))) (vector-copy! v 1 v 0 3) v)

;;; string->symbol of a long string => value 1000000
(string-length (symbol->string (string->symbol (make-string 1000000 #\a))))

;;; string comparison of long strings => value #t
(string=? (make-string 1000000 #\a) (make-string 1000000 #\a))

;;; freeing a deep list => value done
(begin (set! deep #f) 'done)

;;; freeing a deep nest of closures => value done
(begin (let loop ((f (lambda () 1)) (i 0)) (if (< i 100000) (loop (lambda () (f)) (+ i 1)) 1)) 'done)

;;; freeing a deep nest of promises => value done
(begin (let loop ((f 1) (i 0)) (if (< i 100000) (loop (make-promise (list f)) (+ i 1)) 1)) 'done)

;;; freeing a deep nest of parameters => value done
(begin (let loop ((f 1) (i 0)) (if (< i 100000) (loop (make-parameter f) (+ i 1)) 1)) 'done)

;;; forcing a deep chain of promises => value 1
(force (let loop ((p (delay 1)) (i 0)) (if (< i 100000) (loop (delay-force p) (+ i 1)) p)))

;;; forcing a deep chain of forced promises => value 1
(force (let loop ((p (delay 1)) (i 0)) (if (< i 20000) (loop (delay (force p)) (+ i 1)) p)))

;;; a promise that forces itself => ends
(define p (delay (force p)))
(force p)

;;; append of many lists => value 100000
(length (apply append (make-list 100000 '(1))))

;;; quasi-quote over a ring => error type
`(1 ,@ring 2)

;;; vector->list with a huge index => error range
(vector->list #(1 2 3) 0 1000000000000)

;;; vector-ref with a bignum => error range
(vector-ref #(1 2 3) (expt 10 40))

;;; vector-ref with a negative index => error
(vector-ref #(1 2 3) -1)

;;; vector-ref with a float => error type
(vector-ref #(1 2 3) 1.0)

;;; vector-ref with a boolean => error type
(vector-ref #(1 2 3) #t)

;;; string-ref with a negative index => error
(string-ref "abc" -1)

;;; list-ref with a negative index => error
(list-ref '(1 2 3) -1)

;;; list-tail with a negative index => error
(list-tail '(1 2 3) -1)

;;; substring backwards => error range
(substring "abc" 2 1)

;;; integer->char out of range => error
(integer->char 1114112)

;;; integer->char of a surrogate => error
(integer->char 55296)

;;; integer->char of a negative number => error
(integer->char -1)

;;; plus of booleans => error type
(+ #t #f)

;;; equality of booleans as numbers => error type
(= #t 1)

;;; equality of strings as numbers => error type
(= "a" "a")

;;; order of strings as numbers => error type
(< "a" "b")

;;; sum of strings => error type
(+ "a" "b")

;;; sum of lists => error type
(+ '(1) '(2))

;;; product of a string and a number => error type
(* "a" 3)

;;; remainder of a string => error type
(modulo "%s" 3)

;;; hash of a shared binary tree of depth 60 => value #t
(import (srfi 69))
(define (tree) (let loop ((x 1) (i 0)) (if (= i 60) x (loop (cons x x) (+ i 1)))))
(define t (make-hash-table equal?))
(hash-table-set! t (tree) #t)
(hash-table-ref/default t (tree) #f)

;;; default comparison of shared trees => ends
(import (srfi 128))
(define (tree) (let loop ((x 1) (i 0)) (if (= i 60) x (loop (cons x x) (+ i 1)))))
(list (default-hash (tree)) (=? (make-default-comparator) (tree) (tree)) (<? (make-default-comparator) (tree) (tree)))

;;; default comparison of a ring => ends
(import (srfi 128))
(<? (make-default-comparator) ring (list-copy '(1 2 1 2 1)))

;;; JSON of a shared tree => limit
(import (tein json))
(json-stringify (let loop ((x 1) (i 0)) (if (= i 60) x (loop (vector x x) (+ i 1)))))

;;; JSON of a vector in itself => limit
(import (tein json))
(let ((v (vector 1))) (vector-set! v 0 v) (json-stringify v))

;;; JSON of a million brackets => error read
(import (tein json))
(json-parse (make-string 1000000 #\[))

;;; JSON with a number of a million digits => error read
(import (tein json))
(json-parse (make-string 1000000 #\7))

;;; JSON with half a surrogate pair => error read
(import (tein json))
(json-parse "\"\\ud800\"")

;;; JSON of no number => error
(import (tein json))
(json-stringify (list +nan.0))

;;; TOML of a hundred thousand brackets => limit
(import (tein toml))
(toml-parse (string-append "a = " (make-string 100000 #\[) (make-string 100000 #\])))

;;; TOML of a key of a hundred thousand parts => limit
(import (tein toml))
(toml-parse (string-append (apply string-append (make-list 100000 "a.")) "b = 1"))

;;; TOML of nested tables without end => limit
(import (tein toml))
(toml-stringify (list (cons "a" (let loop ((x 1) (i 0)) (if (= i 60) x (loop (vector x x) (+ i 1)))))))

;;; a regular expression of nested counts => limit
(import (tein safe-regexp))
(regexp "((((a{100}){100}){100}){100}){100}")

;;; a regular expression with nested repetitions => value #f
(import (tein safe-regexp))
(regexp-matches? "(a*)*b" (make-string 100000 #\a))

;;; a regular expression of a hundred thousand groups => error
(import (tein safe-regexp))
(regexp (string-append (make-string 50000 #\() "a" (make-string 50000 #\))))

;;; a regular expression of more repetitions than RE2 counts => value #t
(import (tein safe-regexp))
(regexp-matches? "(?:a{40}){50}" (make-string 2000 #\a))

;;; a group repeated more often than RE2 counts => limit
(import (tein safe-regexp))
(regexp "(a){1001}")

;;; a regular expression of too many alternatives => limit
(import (tein safe-regexp))
(regexp (apply string-append (make-list 6000 "x|")))

;;; a pattern of a hundred megabytes of nothing => limit
(import (tein safe-regexp))
(regexp (string-append "(?x)" (make-string 1000000 #\space)))

;;; a class of all characters one by one => value (0 . 1)
(import (srfi 1) (tein safe-regexp))
(let ((all (list->string (map (lambda (i) (integer->char (+ i 1000))) (iota 20000)))))
  (let ((m (regexp-search (string-append "[" all "]") (substring all 5 9))))
    (cons (vector-ref (vector-ref m 0) 1) (vector-ref (vector-ref m 0) 2))))

;;; a pattern that tells too many characters apart, in a text that has them => limit
(import (srfi 1) (tein safe-regexp))
(let ((all (list->string (map (lambda (i) (integer->char (+ i 1000))) (iota 300)))))
  (regexp-search all all))

;;; empty matches in a text of megabytes => ends
(import (tein safe-regexp))
(string-length (regexp-replace-all "x*" (make-string 1000000 #\a) "-"))

;;; ten megabytes cannot be made => limit
(import (tein safe-regexp))
(regexp-search "b" (make-string 10000000 #\a))

;;; a long text that every step of the search must look at => value #f
(import (tein safe-regexp))
(regexp-search "(x+x+)+y" (make-string 4000000 #\x))

;;; an automaton of more states than there is room for => value #f
(import (tein safe-regexp))
(regexp-search "[ab]*a[ab]{20}c" (apply string-append (make-list 20000 "abbab")))

;;; NUL, and what is no letter of any script => value (#t #t #f)
(import (tein safe-regexp))
(list (regexp-matches? "a\\x00b" "a\x0;b") (regexp-matches? "..." "\x0;\xffff;\x10ffff;")
      (regexp-matches? "\\w" "\xfdd0;"))

;;; a replacement for every character of a long text, by three hundred patterns => ends
(import (srfi 1) (tein safe-regexp))
(string-length
 (regexp-replace-any (map (lambda (i) (cons (string (integer->char (+ i 40))) "x")) (iota 300))
                     (make-string 100000 #\a)))

;;; rules that are none => error type
(import (tein safe-regexp))
(regexp-replace-any '("a") "a")

;;; rules without end => error type
(import (tein safe-regexp))
(regexp-replace-any (let ((l (list '("a" . "b")))) (set-cdr! l l) l) "a")

;;; a wrong pattern among several => error error
(import (tein safe-regexp))
(regexp-replace-any '(("a" . "b") ("(" . "c")) "a")

;;; an SRE of a hundred thousand repetitions => limit
(import (srfi 115))
(regexp (let loop ((x #\a) (i 0)) (if (= i 100000) x (loop (list '* x) (+ i 1)))))

;;; an SRE that shares its parts => limit
(import (srfi 115))
(regexp (let loop ((x #\a) (i 0)) (if (= i 60) x (loop (list ': x x) (+ i 1)))))

;;; an SRE that is a ring => error type
(import (srfi 115))
(regexp (cons ': ring))

;;; a search of what is not there, the worst case => value #f
(import (srfi 130))
(string-contains (make-string 4000000 #\a) (string-append (make-string 2000000 #\a) "b"))

;;; a search from the right, the worst case => value #f
(import (srfi 130))
(string-contains-right (make-string 4000000 #\a) (string-append (make-string 2000000 #\a) "b"))

;;; a ring where (srfi 1) walks => limit
(import (srfi 1))
(filter number? ring)

;;; append-map over a ring => limit
(import (srfi 1))
(append-map list ring)

;;; delete-duplicates of a long list => limit
(import (srfi 1))
(delete-duplicates (iota 100000) (lambda (a b) (= (- a b) 0)))

;;; iota without measure => ends
(import (srfi 1))
(iota (expt 10 30))

;;; a differ of long lists => ends
(import (chibi diff))
(lcs (make-list 3000 1) (make-list 3000 2))

;;; a test that fails with a ring and a deep list => ends
(import (chibi test))
(test "rings" ring deep)

;;; match over a ring => limit
(import (chibi match))
(match ring ((a ...) a) (_ 0))

;;; a table with itself as key => value 1
(import (srfi 69))
(let ((t (make-hash-table equal?)))
  (hash-table-set! t (list t) 1)
  (hash-table-set! t (vector t t) 2)
  (hash-table-ref/default t (list t) 0))

;;; keys that Python hashes alike => value done
(import (srfi 69))
(let ((t (make-hash-table eqv?)) (m (- (expt 2 61) 1)))
  (do ((i 0 (+ i 1))) ((= i 10000) 'done) (hash-table-set! t (* i m) i)))

;;; a hash function that answers nonsense => ends
(import (srfi 69))
(let ((t (make-hash-table equal? (lambda (x . more) +nan.0)))) (hash-table-set! t 1 2) (hash-table-ref/default t 1 0))
