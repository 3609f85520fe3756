;;; memq and memv in short literal lists: what they give, and as a test; of symbols, characters, and both.
(define (tail x) (memq x '(a b c)))
(list (tail 'a) (tail 'c) (tail 'd) (tail "a") (tail 5)) ; => ((a b c) (c) #f #f #f)
(define (char-tail s) (map (lambda (c) (memv c '(#\, #\" x))) (string->list s)))
(char-tail "a,\"") ; => (#f (#\, #\" x) (#\" x))
(define (count-vowels s) (let loop ((i 0) (n 0)) (if (= i (string-length s)) n (loop (+ i 1) (if (memv (string-ref s i) '(#\a #\e #\i #\o #\u)) (+ n 1) n)))))
(count-vowels "education, λ and 🙂") ; => 6
(define (marks s) (let loop ((i 0) (l '())) (if (= i (string-length s)) (reverse l) (let ((c (string-ref s i))) (loop (+ i 1) (if (memq c '(#\. #\! dot)) (cons c l) l))))))
(marks "a.b!c") ; => (#\. #\!)
(define (other s) (let ((c (string-ref s 0))) (if (memv c '(a b)) 1 2)))
(other "a") ; => 2
(define (both c) (or (memv c '(#\a #\b)) (and (char? c) 'char)))
(list (both #\b) (both #\c) (both 1)) ; => ((#\b) char #f)
(eq? (memv 'b '(a b)) (memv 'b '(a b))) ; => #f
(let ((l '(a b c))) (eq? (memq 'b l) (cdr l))) ; => #t
(set-car! (memv 'b '(a b)) 1) ; error: type: wanted a pair that can be changed
(define (assigned x) (set! x 'b) (memq x '(a b)))
(assigned 1) ; => (b)
(memv (car '(b)) '(a b)) ; => (b)
(memq 5 '(a . b)) ; error: type: memq
;; what is looked for is computed, or stands at a place of a list
(define (head l) (if (memq (cadr l) '(a b #\c)) 'yes 'no))
(map head '((1 a) (1 b 2) (1 #\c) (1 d))) ; => (yes yes yes no)
(head '(a)) ; error: type: cadr
(define (first l) (if (memv (car l) '(a b)) 'yes 'no))
(map first '((a) (b 2) (c))) ; => (yes yes no)
(first 'a) ; error: type: car: wanted a pair, got a
(define (kind s i) (if (memv (char-downcase (string-ref s i)) '(#\a #\e #\i #\o #\u #\y #\é #\ω x #\1 #\2)) 'yes 'no))
(map (lambda (i) (kind "bAé2Ωx🙂" i)) '(0 1 2 3 4 5 6)) ; => (no yes yes yes yes no no)
(kind "a" 1) ; error: range: string-ref
(kind 5 0) ; error: type: string-ref: argument 1: wanted a string, got 5
(define (odd c) (let ((d (char-upcase c))) (if (memv d '(a #\B)) 'yes 'no)))
(map odd '(#\b #\a)) ; => (yes no)
(define (equals x) (if (member x '(a #\b c)) 'yes 'no))
(map equals '(a #\b "c" c 1)) ; => (yes yes no yes no)
(define (of-string s) (if (member (string-ref s 0) '(#\b #\c)) 'yes 'no))
(map of-string '("b" "a")) ; => (yes no)
;; a longer one, held by a variable
(define held '(a b c d e a))
(define (held-tail x) (memq x held))
(list (held-tail 'a) (held-tail 'e) (held-tail 'f) (held-tail "a")) ; => ((a b c d e a) (e a) #f #f)
(eq? (held-tail 'c) (cddr held)) ; => #t
(memq 'f (cdr '(a b c d e . f))) ; error: type: memq
