;;; Templates that stand in the program, with data of all kinds.
(import (scheme base) (srfi 28))
(define (both x) (format "100% ~~ <~s|~a>%s~%" x x))
(map both '(a 5 -7 "b\"c" #\c 2.5 (1 "x") #t ())) ; => ("100% ~ <a|a>%s\n" "100% ~ <5|5>%s\n" "100% ~ <-7|-7>%s\n" "100% ~ <\"b\\\"c\"|b\"c>%s\n" "100% ~ <#\\c|c>%s\n" "100% ~ <2.5|2.5>%s\n" "100% ~ <(1 \"x\")|(1 x)>%s\n" "100% ~ <#t|#t>%s\n" "100% ~ <()|()>%s\n")
(both 123456789012345678901234567890) ; => "100% ~ <123456789012345678901234567890|123456789012345678901234567890>%s\n"
(define (many a b c d e f g h) (format "~a, ~a, ~a, ~a; ~s, ~s, ~s, ~s" a b c d e f g h))
(many 1 "2" #\3 4 5 "6" #\7 8) ; => "1, 2, 3, 4; 5, \"6\", #\\7, 8"
(define (literals x) (format "~s ~a ~s~a ~a" "a\n" "b" #\c 'd x))
(literals "e") ; => "\"a\\n\" b #\\cd e"
(define (whole) (format "~a" "abc"))
(let ((s (whole))) (string-set! s 0 #\x) (list s (whole))) ; => ("xbc" "abc")
(define (nothing) (format ""))
(list (nothing) (eq? (nothing) (nothing)) (format "~a" "")) ; => ("" #f "")
(define trace '())
(define (seen x) (set! trace (cons x trace)) x)
(list (format "~a~a~s" (seen 1) (seen "b") (seen 'c)) trace) ; => ("1bc" (c "b" 1))
(define (few x) (format "~a ~a" x))
(few 1) ; error: error: format: too few arguments for the template
(define (too-many x) (format "~a" x (seen 'more)))
(list (too-many 1) (car trace)) ; => ("1" more)
(define (wrong x) (format "~a ~x" x x))
(wrong 1) ; error: error: format: unknown directive "~x"
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (format "~a" l)) ; => "#0=(1 2 . #0#)"
(let ((format (lambda (t x) (list t x)))) (format "~a" 1)) ; => ("~a" 1)
(define (large s) (format "~a~a~a" s s s))
(string-length (large (make-string 1000000 #\a))) ; => 3000000
(large (make-string 2000000 #\a)) ; error: limit
(define (line who what) (format "~a: ~a (~s) ~s" who what what who))
(list (line "ann" 'rm) (line '|a b| "c\\d") (line 7 #\x) (line 1.5 '(1 "e"))) ; => ("ann: rm (rm) \"ann\"" "a b: c\\d (\"c\\\\d\") |a b|" "7: x (#\\x) 7" "1.5: (1 e) ((1 \"e\")) 1.5")
(define (again s) (format "~s, ~s" s (string-append s "\n")))
(again "é\t") ; => "\"é\\t\", \"é\\t\\n\""
(string-append "a" "b" 'c) ; error: type: string-append: argument 3: wanted a string, got c
(define (three a b c) (string-append a b c))
(three "a" #\b "c") ; error: type: string-append: argument 2: wanted a string, got #\b
