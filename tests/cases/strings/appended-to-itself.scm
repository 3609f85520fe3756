;; What a procedure appends strings in front of, and answers itself, is collected by a loop: nobody may see that.
(define (join l sep)
  (cond ((null? l) "") ((null? (cdr l)) (car l)) (else (string-append (car l) sep (join (cdr l) sep)))))
(define (times s n) (if (= n 0) "" (string-append s (times s (- n 1)))))
(define (numbers n) (if (= n 0) 'none (string-append (number->string n) " " (numbers (- n 1)))))
(define (picked l)
  (cond ((null? l) ".") ((string? (car l)) (string-append "<" (car l) ">" (picked (cdr l)))) (else (picked (cdr l)))))
(define (tree t) (if (string? t) t (string-append (tree (car t)) (tree (cdr t)))))
(define k #f)
(define (marked l)
  (if (null? l) "" (string-append (call/cc (lambda (here) (set! k here) (car l))) (marked (cdr l)))))
(define (changing l s) (if (null? l) (begin (string-set! s 0 #\x) "!") (string-append s (car l) (changing (cdr l) s))))
(define (logged l)
  (if (null? l) (begin (write-string "end ") "") (string-append (begin (write-string (car l)) (car l)) (logged (cdr l)))))
(list (join '() ", ") (join '("a") ", ") (join '("a" "b" "c") ", ")) ; => ("" "a" "a, b, c")
(join '(a) ", ") ; => a
(join '("a" b) ", ") ; error: type: string-append: argument 3: wanted a string, got b
(join '(a "b") ", ") ; error: type: string-append: argument 1: wanted a string, got a
(join '(a b) ", ") ; error: type: string-append: argument 1: wanted a string, got a
(join '("a" "b") 'c) ; error: type: string-append: argument 2: wanted a string, got c
(join '(a . b) ", ") ; error: type: cdr
(guard (e (#t 'failed)) (join '(a "b" . c) ", ")) ; => failed
(let ((s (times "ab" 1000))) (list (string-length s) (substring s 0 5))) ; => (2000 "ababa")
(string-length (times "" 100000)) ; => 0
(times 1 0) ; => ""
(numbers 0) ; => none
(numbers 2) ; error: type: string-append: argument 3: wanted a string, got none
(picked '("a" 1 "b" #t)) ; => "<a><b>."
(picked '(1)) ; => "."
(tree '(("a" . "b") . ("c" . "d"))) ; => "abcd"
(let ((s (string #\a))) (list (changing '("1" "2") s) s)) ; => ("x1x2!" "x")
(let* ((l (list "a")) (s (join l "")) (t (join '("a" "") ""))) (list (eq? s (car l)) (eq? t (car l)))) ; => (#t #f)
(let ((n 0) (first #f)) (let ((s (marked '("a" "b" "c")))) (set! n (+ n 1)) (if (< n 3) (k (number->string n)) s))) ; => "ab2"
(let loop ((l '("a" "b"))) (if (null? l) "" (string-append (car l) "-" (loop (cdr l))))) ; => "a-b-"
(string-length (times (make-string 30000 #\a) 130)) ; => 3900000
(times (make-string 30000 #\a) 140) ; error: limit: string-append
(logged '("a" "b")) ; => "ab"
