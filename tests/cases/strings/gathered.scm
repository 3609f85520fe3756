;;; Loops along the characters of a string, and strings that grow in a loop.
(define (words s)
  (let loop ((chars (string->list s)) (word '()) (found '()))
    (cond ((null? chars) (reverse (cons (list->string (reverse word)) found)))
          ((char=? (car chars) #\space) (loop (cdr chars) '() (cons (list->string (reverse word)) found)))
          (else (loop (cdr chars) (cons (car chars) word) found)))))
(words "ab c  d") ; => ("ab" "c" "" "d")
(words "") ; => ("")
(words 'ab) ; error: type: string->list: argument 1: wanted a string, got ab
(define (upcased s)
  (let loop ((l (string->list s)) (out '()))
    (if (pair? l) (loop (cdr l) (cons (char-upcase (car l)) out)) (list->string (reverse out)))))
(upcased "aßb") ; => "AßB"
;; what is not known to be there is asked for as ever
(let loop ((l (string->list "ab")) (n 0)) (if (char=? (car l) #\x) n (loop (cdr l) (+ n 1)))) ; error: type: car: wanted a pair, got ()
(let loop ((l (string->list "abc")) (acc '())) (if (null? l) acc (loop (cdr l) (cons l acc)))) ; => ((#\c) (#\b #\c) (#\a #\b #\c))
;; the list is of the string as it was
(define (changed s)
  (let loop ((l (string->list s)) (out '()))
    (if (null? l)
        (list->string (reverse out))
        (begin (string-set! s (- (string-length s) 1) #\z) (loop (cdr l) (cons (car l) out))))))
(changed (string #\a #\b)) ; => "ab"
(let loop ((i 0) (out '())) (if (= i 2) (list->string (reverse out)) (loop (+ i 1) (cons i out)))) ; error: type: list->string: wanted characters only, and element 0 is none, got 0
;; growing
(define (repeated s n) (let loop ((i 0) (out "")) (if (= i n) out (loop (+ i 1) (string-append out s)))))
(repeated "ab" 3) ; => "ababab"
(repeated 5 3) ; error: type: string-append: argument 2: wanted a string, got 5
(repeated 5 0) ; => ""
(let ((s (repeated "ab" 1))) (string-set! s 0 #\x) (list s (repeated "ab" 1))) ; => ("xb" "ab")
(define (joined l)
  (let loop ((l l) (out "") (lines '()))
    (cond ((null? l) (reverse (cons out lines)))
          ((eq? (car l) 'line) (loop (cdr l) "" (cons out lines)))
          (else (loop (cdr l) (string-append out (car l) "," (car l)) lines)))))
(joined '("a" "b" line line "c")) ; => ("a,ab,b" "" "c,c")
(joined '("a" b)) ; error: type: string-append: argument 2: wanted a string, got b
(define (doubled n) (let loop ((i 0) (s "x")) (if (= i n) (string-length s) (loop (+ i 1) (string-append s s)))))
(doubled 10) ; => 1024
(let loop ((s (string #\x)) (b (make-string 900000 #\y))) (loop (string-append s b) b)) ; error: limit: string-append:
;; entered again
(define again #f)
(define results '())
(define (grown n)
  (let loop ((i 0) (out "") (last 0))
    (if (= i n)
        out
        (loop (+ i 1) (string-append out (number->string last)) (call/cc (lambda (k) (if (= i 1) (set! again k)) i))))))
(define (enter) (set! results (cons (grown 4) results)) (if (< (length results) 3) (again (* 10 (length results)))) results)
(enter) ; => ("00202" "00102" "0012")

;; what is put there first may be chosen, where it does not matter when the last one is evaluated
(define (spread s)
  (let loop ((chars (string->list s)) (kept '()) (gap? #f))
    (if (null? chars)
        (list->string (reverse kept))
        (let ((c (car chars)))
          (if (char-alphabetic? c)
              (loop (cdr chars) (cons c (if (and gap? (pair? kept)) (cons #\- kept) kept)) #f)
              (loop (cdr chars) kept #t))))))
(map spread '("a b" " a  bc " "" "--x")) ; => ("a-b" "a-bc" "" "x")
(define (counted l)
  (let loop ((l l) (n 0) (kept '()))
    (if (null? l)
        (reverse kept)
        (loop (cdr l) (+ n 1) (cons n (if (null? kept) kept (cons (car l) kept)))))))
(counted '(a b c)) ; => (0 b 1 c 2)
(define (changing l)
  (let loop ((l l) (kept '()))
    (if (null? l)
        (reverse kept)
        (let ((n 0)) (loop (cdr l) (cons n (if (begin (set! n (car l)) (odd? n)) (cons 'odd kept) kept)))))))
(changing (quote (1 2 3))) ; => (odd 0 0 odd 0)
