;;; Loops along a string that want nothing of their index but the character there, and some that want more.
(import (scheme base) (scheme char) (scheme write))
(define (digits s)
  (let loop ((i 0) (sum 0))
    (if (< i (string-length s)) (loop (+ i 1) (+ sum (or (digit-value (string-ref s i)) 0))) sum)))
(map digits '("" "a1b2" "99" "x")) ; => (0 3 18 0)
(digits 'a) ; error: type: string-length: wanted a string, got a
(define (upper s)
  (let ((end (string-length s)))
    (do ((i 0 (+ i 1)) (l '() (if (char-upper-case? (string-ref s i)) (cons (string-ref s i) l) l)))
        ((= i end) l))))
(upper "aBcDλΩ🙂") ; => (#\Ω #\D #\B)
(define (vowels s)
  (let ((count 0))
    (string-for-each (lambda (c) (if (memv (char-downcase c) '(#\a #\e #\i #\o #\u)) (set! count (+ count 1)))) s)
    count))
(vowels "Education, λ") ; => 5
(define (letters s) (let loop ((l (string->list s)) (n 0)) (if (null? l) n (loop (cdr l) (if (char-alphabetic? (car l)) (+ n 1) n)))))
(letters "a1 b.ωé") ; => 4
;; the index is wanted
(define (last-place s c)
  (let ((end (string-length s)))
    (let loop ((i 0) (at #f)) (if (= i end) (list i at) (loop (+ i 1) (if (char=? (string-ref s i) c) i at))))))
(last-place "banana" #\n) ; => (6 4)
(define (after s) (let ((end (string-length s))) (let loop ((i 0) (n 0)) (if (= i end) n (loop (+ i 1) (if (and (char=? (string-ref s i) #\a) (< (+ i 1) end) (char=? (string-ref s (+ i 1)) #\b)) (+ n 1) n))))))
(after "abaab") ; => 2
;; other strings than the one that is measured
(define (same s t) (let ((end (string-length s))) (let loop ((i 0) (n 0)) (if (= i end) n (loop (+ i 1) (if (char=? (string-ref s i) (string-ref t i)) (+ n 1) n))))))
(same "abcd" "abxd!") ; => 3
(same "abcd" "ab") ; error: range: string-ref: argument 2: wanted an index from 0 to 1, got 2
;; a string that changes meanwhile
(define (filled s) (let ((end (string-length s))) (let loop ((i 0) (l '())) (if (= i end) (reverse l) (let ((c (string-ref s i))) (string-fill! s (char-upcase c) i) (loop (+ i 1) (cons c l)))))))
(filled (string-copy "abc")) ; => (#\a #\A #\A)
(define (set-by f s) (let ((end (string-length s))) (let loop ((i 0) (l '())) (if (= i end) (reverse l) (let ((c (string-ref s i))) (f s) (loop (+ i 1) (cons c l)))))))
(set-by (lambda (s) (string-set! s 2 #\x)) (string-copy "abc")) ; => (#\a #\b #\x)
;; entered again
(let* ((k #f) (turns 0)
       (l (let ((s "abc")) (let loop ((i 0) (l '())) (if (= i (string-length s)) (reverse l)
            (let ((c (string-ref s i))) (call/cc (lambda (again) (if (= i 1) (set! k again)))) (loop (+ i 1) (cons c l))))))))
  (set! turns (+ turns 1))
  (if (< turns 3) (k #f) (list turns l))) ; => (3 (#\a #\b #\c))
;; where the stack is full
(define (count s) (let loop ((i 0) (n 0)) (if (= i (string-length s)) n (loop (+ i 1) (if (char-alphabetic? (string-ref s i)) (+ (* n 2) 1) n)))))
(define (deep n s) (if (= n 0) 0 (let ((c (count s))) (+ c (deep (- n 1) s)))))
(deep 3000 "1ω") ; => 3000
(map (lambda (s) (deep 1500 s)) '("aλ1bμ" "ωab" "ab1cdω")) ; => (22500 10500 46500)
(define (tally s) (let ((n 0)) (string-for-each (lambda (c) (if (char-alphabetic? c) (set! n (+ (* 2 n) 1)))) s) n))
(define (deeper n s) (if (= n 0) 0 (let ((c (tally s))) (+ c (deeper (- n 1) s)))))
(map (lambda (s) (deeper 1500 s)) '("aλ1bμ" "1ω" "ωab")) ; => (22500 1500 10500)
