;;; (chibi string) and (chibi optional).
(import (except (scheme base) string-map string-for-each) (scheme write) (scheme char) (scheme read) (chibi string) (chibi optional))
(define (ix s c) (and c (string-cursor->index s c)))
(string-split " a b ") ; => ("" "a" "b" "")
(string-split "a,b,c" #\,) ; => ("a" "b" "c")
(string-split "a,b,c" #\, 2) ; => ("a" "b,c")
(string-split "a1b2" char-numeric?) ; => ("a" "b" "")
(string-split "" #\,) ; => ()
(string-split "a,,b" #\,) ; => ("a" "" "b")
(string-join '("a" "b")) ; => "ab"
(string-join '()) ; => ""
(string-join '("a") ",") ; => "a"
(string-count "banana" #\a) ; => 3
(string-trim-left " a ") ; => "a "
(string-trim "xxaxx" #\x) ; => "a"
(string-any char-numeric? "a1") ; => #t
(ix "abc1" (string-find "abc1" char-numeric?)) ; => 3
(ix "abc" (string-find "abc" #\z)) ; => 3
(ix "a1b2" (string-find-right "a1b2" char-numeric?)) ; => 4
(ix "abc" (string-find-right "abc" #\z)) ; => 0
(string-find? "abc" #\b) ; => #t
(string-find? "abc" #\z) ; => #f
(ix "aab" (string-skip "aab" #\a)) ; => 2
(ix "baa" (string-skip-right "baa" #\a)) ; => 1
(ix "hello" (string-contains "hello" "ll")) ; => 2
(string-contains "hello" "x") ; => #f
(define (two f a b) (call-with-values (lambda () (f a b)) (lambda (i j) (list (string-cursor->index a i) (string-cursor->index b j)))))
(map (lambda (b) (two string-mismatch "abX" b)) '("abcd" "abX" "ab" "" "bX")) ; => ((2 2) (3 3) (2 2) (0 0) (0 0))
(string-prefix? "ab" "abc") ; => #t
(string-suffix? "bc" "abc") ; => #t
(let ((s (make-string-searcher "ll"))) (ix "hello" (s "hello" (string-cursor-start "hello") (string-cursor-end "hello")))) ; => 2
(string-map (lambda (a b) b) "abc" "xy") ; => "xy"
(string-upcase-ascii "abcß") ; => "ABCß"
(call-with-input-string "(a b)" read) ; => (a b)
(call-with-output-string (lambda (p) (write 'x p))) ; => "x"
(string-cursor-ref "abc" (string-cursor-next "abc" (string-cursor-start "abc"))) ; => #\b
(substring-cursor "abc" (string-cursor-start "abc") (string-cursor-end "abc")) ; => "abc"
(map (lambda (b) (two string-mismatch-right "xbc" b)) '("abc" "c" "yxbc" "b")) ; => ((0 0) (1 -1) (-1 0) (2 0))
(list (substring-cursor "abc" 1) (substring-cursor "abc" 1 2)) ; => ("bc" "b")
(let-optionals '(1 2) ((a 10) (b 20) (c 30)) (list a b c)) ; => (1 2 30)
(let-optionals* '(1) ((a 10) (b (* a 2)) . r) (list a b r)) ; => (1 2 ())
(let-optionals* '(1 2 3) (a . r) (list a r)) ; => (1 (2 3))
(let-optionals* '() ((a 1)) a) ; => 1
((opt-lambda (a (b 2)) (list a b)) 1) ; => (1 2)
((opt-lambda ((a 1)) a)) ; => 1
(let () (define-opt (f a (b 'x) . r) (list a b r)) (list (f 1) (f 1 2) (f 1 2 3))) ; => ((1 x ()) (1 2 ()) (1 2 (3)))
(let () (define-opt* (f a (b a)) (list a b)) (f 1)) ; => (1 1)
(let-keywords '(a: 1) ((a 10) (b 20)) (list a b)) ; => (1 20)
(let-keywords '(b: 5 c: 6) ((a a: 1) (b 2) . rest) (list a b rest)) ; => (1 5 (c: 6))
(let-keywords* '() ((a 1) (b (+ a 1))) (list a b)) ; => (1 2)
(keyword-ref '(a: 1) 'b: 9) ; => 9
(keyword-ref '(a: 1) 'a:) ; => 1
(keyword-ref* '(a: 1) 'b: (+ 1 1)) ; => 2
(let-optionals '(1 2 3) ((a 1)) a) ; => 1
((opt-lambda (a) a)) ; error: arity:
