;;; Strings that are made to be read at once, or grow in a loop.
(define (join words) (let loop ((rest (cdr words)) (s (car words))) (if (null? rest) s (loop (cdr rest) (string-append s " " (car rest))))))
(join '("a" "b" "c")) ; => "a b c"
(define one (list (string #\a)))
(eq? (car one) (join one)) ; => #t
(join '(5)) ; => 5
(join '(5 "a")) ; error: type: string-append: argument 1: wanted a string, got 5
(join '("a" 5)) ; error: type: string-append: argument 3: wanted a string, got 5
(join '("a" "b" . 7)) ; error: type: cdr: wanted a pair, got 7
(define (words s) (let loop ((chars (string->list s)) (word '()) (found '())) (cond ((null? chars) (reverse (cons (list->string (reverse word)) found))) ((char=? (car chars) #\space) (loop (cdr chars) '() (cons (list->string (reverse word)) found))) (else (loop (cdr chars) (cons (car chars) word) found)))))
(map words '("" "a" " " "ab cd  e ")) ; => (("") ("a") ("" "") ("ab" "cd" "" "e" ""))
(define (lengths s) (let loop ((chars (string->list s)) (word '()) (found '())) (cond ((null? chars) (reverse (cons (length word) found))) ((char=? (car chars) #\space) (loop (cdr chars) '() (cons (length word) found))) (else (loop (cdr chars) (cons (car chars) word) found)))))
(lengths "ab cd  e ") ; => (2 2 0 1 0)
(define (pad s n) (string-append (make-string (- n (string-length s)) #\.) s))
(pad "ab" 5) ; => "...ab"
(pad "abc" 2) ; error: type: make-string: argument 1
(string-length (string-append (number->string 12) (substring "hello" 1 3) (make-string 2 #\x))) ; => 6
(substring "hello" 3 2) ; error: range: substring: argument 3
(let ((s "hello")) (substring s 4 (string-length s))) ; => "o"
(let ((s "hello")) (substring s 6 (string-length s))) ; error: range: substring: argument 2
(let ((s "hello")) (substring s 1.0 2)) ; error: type: substring: argument 2
(string-append "a" (number->string 'b)) ; error: type: number->string

; Many strings at once
(define (five a) (string-append "<" a ">" a "</>"))
(five "x") ; => "<x>x</>"
(define (six a b c d e f) (string-append a b c d e f))
(six "a" "b" "c" "d" "e" "f") ; => "abcdef"
(six "a" "b" 'c "d" "e" "f") ; error: type: string-append: argument 3: wanted a string, got c
(define (twelve a b) (string-append a b a b a b a b a b a b))
(twelve "x" "-") ; => "x-x-x-x-x-x-"
(let ((s (string #\a))) (let ((made (twelve s ""))) (string-set! s 0 #\b) (list s made))) ; => ("b" "aaaaaa")
(twelve "x" 1) ; error: type: string-append: argument 2: wanted a string, got 1
(define (thirteen a b) (string-append a b a b a b a b a b a b a))
(thirteen "x" "-") ; => "x-x-x-x-x-x-x"
(thirteen "x" 1) ; error: type: string-append: argument 2: wanted a string, got 1
(define much (make-string 700000 #\x))
(string-length (six much much much "" "" "")) ; => 2100000
(six much much much much much much) ; error: limit
