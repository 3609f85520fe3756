;;; Loops that look for a character skip what is no hit.
(define (index-of s c start)
  (let ((end (string-length s)))
    (let loop ((i start))
      (cond ((>= i end) #f) ((char=? (string-ref s i) c) i) (else (loop (+ i 1)))))))
(map (lambda (c start) (index-of "hello" c start)) (list #\l #\l #\l #\z) '(0 3 4 0)) ; => (2 3 #f #f)
(index-of "abc" #\a 9) ; => #f
(index-of "" #\a 0) ; => #f
(index-of "abc" 5 0) ; error: type
(index-of "abc" #\a -2) ; error: range
(index-of "abc" #\c 0.0) ; error: type
(define (up-to end s)
  (let loop ((i 0)) (cond ((= i end) 'end) ((char=? (string-ref s i) #\z) i) (else (loop (+ i 1))))))
(up-to 10 "abcdefghijk") ; => end
(up-to 10 "abc") ; error: range
(define (beyond s)
  (let ((end (string-length s)))
    (let loop ((i 5)) (cond ((= i end) 'end) ((char=? (string-ref s i) #\z) i) (else (loop (+ i 1)))))))
(beyond "abc") ; error: range

;; up to the length of the string itself, or of another one; the character on either side, or as a datum
(define (place-of s c)
  (let loop ((i 0)) (cond ((= i (string-length s)) #f) ((char=? c (string-ref s i)) i) (else (loop (+ i 1))))))
(define (within s other)
  (let loop ((i 0)) (cond ((= i (string-length other)) 'end) ((eqv? (string-ref s i) #\x) i) (else (loop (+ i 1))))))
(define (from s i)
  (let loop ((i i)) (if (>= i (string-length s)) #f (if (equal? #\x (string-ref s i)) i (loop (+ i 1))))))
(map (lambda (s) (place-of s #\c)) '("abcabc" "" "zzz" "c")) ; => (2 #f #f 0)
(list (within "abcxy" "123456") (within "abc" "12") (from "abx" 1) (from "abx" 7)) ; => (3 end 2 #f)
(within "abc" "123456") ; error: range: wanted an index from 0 to 2, got 3
(from "abx" -1) ; error: range: wanted an index from 0 to 2, got -1
(place-of 'x #\c) ; error: type: string-length: wanted a string, got x
(place-of "abc" 'c) ; error: type: char=?: argument 1: wanted a character, got c
;; by a procedure that calls itself, up to what it is given, or to the length of the string
(define (position s c i) (cond ((>= i (string-length s)) #f) ((char=? (string-ref s i) c) i) (else (position s c (+ i 1)))))
(map (lambda (c) (position "hello" c 0)) (list #\h #\o #\z)) ; => (0 4 #f)
(position "abc" #\a 9) ; => #f
(position "abc" #\c -1) ; error: range: string-ref: argument 2
(define (position-before s c i end) (if (or (= i end) (char=? (string-ref s i) c)) i (position-before s c (+ i 1) end)))
(position-before "hello" #\o 0 5) ; => 4
(position-before "hello" #\o 0 3) ; => 3
(position-before "hello" #\h 1 5.0) ; => 5
(position-before "hello" #\z 0 9) ; error: range: string-ref: argument 2
(position-before "hello" #\z 0 -1) ; error: range: string-ref: argument 2
(define (position-in-other s t c i) (if (and (< i (string-length t)) (not (char=? (string-ref s i) c))) (position-in-other s t c (+ i 1)) i))
(position-in-other "abc" "ab" #\z 0) ; => 2
(position-in-other "abc" "abcd" #\z 0) ; error: range: string-ref: argument 2
(define (do-position s c) (let ((n (string-length s))) (do ((i 0 (+ i 1))) ((or (= i n) (char=? (string-ref s i) c)) (if (= i n) #f i)))))
(map (lambda (c) (do-position "hello" c)) (list #\h #\o #\z)) ; => (0 4 #f)
;; an index that a procedure may change
(define (changeable s)
  (let ((n (string-length s)))
    (let loop ((i 0)) (cond ((= i n) 'none) ((char=? (string-ref s i) #\c) (lambda () (set! i (+ i 10)) i)) (else (loop (+ i 1)))))))
(changeable "ab") ; => none
((changeable "abc")) ; => 12
(define (changeable-text s out)
  (let loop ((i 0)) (cond ((= i (string-length s)) (get-output-string out)) ((char=? (string-ref s i) #\c) (lambda () (set! i (+ i 10)) i)) (else (write-char (string-ref s i) out) (loop (+ i 1))))))
(changeable-text "ab" (open-output-string)) ; => "ab"
((changeable-text "abc" (open-output-string))) ; => 12

;; several characters are looked for at once, where the string goes on for a while
(define text "The quick brown fox jumps over the lazy dog & runs away from <it>")
(define (find-any s i)
  (let loop ((i i))
    (cond ((>= i (string-length s)) #f)
          ((memv (string-ref s i) '(#\& #\< #\>)) i)
          (else (loop (+ i 1))))))
(define (field-end s i)
  (let ((n (string-length s)))
    (let loop ((i i))
      (if (or (= i n) (memv (string-ref s i) '(#\, #\newline))) i (loop (+ i 1))))))
(define (special? c) (or (char=? c #\") (char=? c #\\)))
(define (quoted s i)
  (let loop ((j i)) (if (and (< j (string-length s)) (not (special? (string-ref s j)))) (loop (+ j 1)) j)))
(define (first-of s)
  (let ((last (- (string-length s) 1)))
    (let loop ((i 0))
      (if (>= i last)
          (list 'last i)
          (let ((found (let ((c (string-ref s i))) (memv c '(#\x #\y #\z)))))
            (if found (list i (length found)) (loop (+ i 1))))))))
(list (find-any text 0) (find-any text 45) (find-any text 60) (find-any "" 0)) ; => (44 61 61 #f)
(list (field-end "abc,def" 0) (field-end "abc,def" 4) (field-end "one that is longer than it looks" 2)) ; => (3 7 32)
(find-any text -1) ; error: range
(field-end "abcdefghijklmnopqrstuvw" 30) ; error: range
(find-any 'text 0) ; error: type: string-length: wanted a string, got text
(list (quoted "abcdefghijklmnop\"q" 0) (quoted "abc\\defghijklmnopqrst" 0) (quoted "abcdefghijkl" 2)) ; => (16 3 12)
(map first-of '("abcdefghijklmnopqrstxuv" "abz" "abcdefghijklmnopqrst" "" "y")) ; => ((20 3) (last 2) (last 19) (last 0) (last 0))

;; an end that was passed before is never met
(define (beyond s i)
  (let ((n (string-length "b")))
    (let loop ((i i) (kept '()))
      (if (or (= i n) (memv (string-ref s i) '(#\z #\y))) (list->string (reverse kept)) (loop (+ i 1) (cons (string-ref s i) kept))))))
(beyond "abcdefghijklz" 3) ; => "defghijkl"
(define (later s i)
  (let ((n (string-length "b")))
    (let loop ((i i)) (if (or (= i n) (memv (string-ref s i) '(#\z #\y))) i (loop (+ i 1))))))
(later "abcdefghijklmnopqz" 3) ; => 17
(later "abcdefghijklmnopq" 3) ; error: range
;; a loop that counts, and asks a procedure of no argument for what is next, scans nothing
(let ((l '(a b c))) (define (next) (if (null? l) (eof-object) (let ((x (car l))) (set! l (cdr l)) x))) (let loop ((n 0) (x (next))) (if (eof-object? x) n (loop (+ n 1) (next))))) ; => 3
(define (steps thunk x) (if (null? x) 0 (+ 1 (steps thunk (thunk)))))
(steps (lambda () '()) 1) ; => 1
