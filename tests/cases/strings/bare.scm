;; Strings that are only looked at need not be made; nobody may see the difference.
;; All definitions stand in one unit, so that the compiler knows who calls what.

(define (split s c)
  (let loop ((i 0) (start 0) (parts '()))
    (cond ((= i (string-length s)) (reverse (cons (substring s start i) parts)))
          ((char=? (string-ref s i) c) (loop (+ i 1) (+ i 1) (cons (substring s start i) parts)))
          (else (loop (+ i 1) start parts)))))
(define (middle s)
  (let ((t (substring s 1 3)))
    (if (string=? t "bc") (list (string-length t) (string-ref t 0)) (string-append t "!"))))
(define (kept s) (let ((t (substring s 0 2))) (let ((l (list t t))) (string-set! t 0 #\x) (cons (eq? (car l) (cadr l)) l))))
(define (changed s) (let* ((t (string-copy s)) (u t)) (string-set! t 0 #\x) (list t u (eq? t u))))
(define (changed-later s) (let ((t (string-copy s))) (let ((n (string-length t))) (string-fill! t #\z) (cons n t))))
(define (argument-changed s) (let ((t s)) (string-set! s 0 #\x) (string-ref t 0)))
(define (last-long words)
  (let loop ((words words) (found ""))
    (if (null? words) found (loop (cdr words) (if (> (string-length (car words)) 2) (car words) (substring found 0 0))))))
(define (section lines)
  (let loop ((lines lines) (section "") (found '()))
    (cond ((null? lines) (reverse found))
          ((char=? (string-ref (car lines) 0) #\[)
           (loop (cdr lines) (substring (car lines) 1 (- (string-length (car lines)) 1)) found))
          (else (loop (cdr lines) section (cons (string-append section "." (car lines)) found))))))
(define (field line name)
  (let ((pair (split line #\=)))
    (and (pair? (cdr pair)) (string=? (car pair) name) (cadr pair))))
(define (value-twice line) (let ((pair (split line #\=))) (if (string=? (car pair) "a") (eq? (cadr pair) (cadr pair)) 'none)))
(define (value-changed line)
  (let ((pair (split line #\=)))
    (if (string=? (car pair) "a") (string-set! (cadr pair) 0 #\x))
    (list (string-length (car pair)) (cadr pair))))
(define (name-changed line)
  (let ((pair (split line #\=)))
    (string-set! (car pair) 0 #\x)
    (string=? (car pair) "x")))
(define (first-of line) (let ((parts (split line #\,))) (if (string=? (list-ref parts 2) "c") (string-length (car parts)) #f)))
(define (total words) (let loop ((words words) (n 0)) (if (null? words) n (loop (cdr words) (+ n (string-length (car words)))))))
(define (join words)
  (if (null? words)
      ""
      (let loop ((rest (cdr words)) (s (car words)))
        (if (null? rest) s (loop (cdr rest) (string-append s "-" (car rest)))))))
(define (joined line) (join (split line #\space)))
(define (letters line) (let ((words (split line #\space))) (list (total words) (length words) (string=? (car words) "a"))))
(define (first-kept words) (if (string=? (car words) "a") (cadr words) words))
(define (first-given line) (let* ((words (split line #\space)) (found (first-kept words))) (list found (length words))))
(define (numbers line) (map (lambda (s) (string->number s)) (split line #\,)))
(define (sum l) (let loop ((l l) (n 0)) (if (null? l) n (loop (cdr l) (+ n (car l))))))
(define (summed line) (sum (numbers line)))
(define again #f)
(define times 0)
(define seen '())
(define (entered line)
  (let ((parts (split line #\,)))
    (call/cc (lambda (k) (set! again k)))
    (if (string=? (car parts) "a") (set! seen (cons (cadr parts) seen)))
    (length parts)))
(define (entered-loop line)
  (let loop ((parts (split line #\,)) (n 0))
    (if (null? parts)
        n
        (let ((part (car parts)))
          (if (string=? part "b") (call/cc (lambda (k) (set! again k))))
          (loop (cdr parts) (+ n (string-length part)))))))

(list (middle "abcd") (middle "xyz")) ; => ((2 #\b) "yz!")
(middle "x") ; error: range
(kept "abc") ; => (#t "xb" "xb")
(changed "abc") ; => ("xbc" "xbc" #t)
(changed-later "abc") ; => (3 . "zzz")
(argument-changed (string-copy "abc")) ; => #\x
(let ((l (list (string-copy "one") (string-copy "four")))) (eq? (last-long l) (cadr l))) ; => #t
(section '("a" "[x]" "b" "[yy]" "c")) ; => (".a" "x.b" "yy.c")
(list (field "a=1" "a") (field "a=1" "b") (field "a" "a")) ; => ("1" #f #f)
(list (value-twice "a=1") (value-twice "b=1")) ; => (#t none)
(value-changed "a=1") ; => (1 "x")
(name-changed "a=1") ; => #t
(first-of "aa,b,c") ; => 2
(first-of "aa,b") ; error: range
(list (joined "a bc d") (joined "") (joined "abc") (letters "a bc d")) ; => ("a-bc-d" "" "abc" (4 3 #t))
(let ((s (joined "ab"))) (string-set! s 0 #\x) s) ; => "xb"
(let ((l (list (string-copy "ab")))) (eq? (join l) (car l))) ; => #t
(list (first-given "a b") (first-given "b c")) ; => (("b" 2) (("b" "c") 2))
(summed "1,2,30") ; => 33
(summed "1,x") ; error: type
(begin
  (entered "a,b,c")
  (set! times (+ times 1))
  (if (< times 3) (again #f))
  (list times (eq? (car seen) (cadr seen)) (eq? (cadr seen) (caddr seen)))) ; => (3 #t #t)
(begin
  (set! times 0)
  (let ((n (entered-loop "a,b,cc"))) (set! times (+ times n)) (if (< times 10) (again #f) (list n times)))) ; => (4 12)

;; who is defined anew is called anew, whatever was known of it
(define (total words) (list 'new (car words)))
(letters "a bc d") ; => ((new "a") 3 #t)
(define (split s c) (list "x=y" s))
(list (letters "a bc d") (field "a=1" "x=y")) ; => (((new "x=y") 2 #f) "a=1")
(set! join (lambda (words) (set-car! words 'changed) words))
(joined "p q") ; => (changed "p q")
