;;; Strings whose characters a loop gathers from the right (R7RS 6.7).

(define (digits n)
  (let loop ((m (abs n)) (l '()))
    (if (= m 0)
        (list->string (if (< n 0) (cons #\- l) l))
        (loop (quotient m 10)
              (cons (integer->char (+ 48 (remainder m 10))) l)))))

(digits 1204) ; => "1204"
(digits -7) ; => "-7"
(digits 0) ; => ""
(string-set! (digits 0) 0 #\a) ; error: range

(define (commas s)
  (let loop ((l (reverse (string->list s))) (k 0) (r '()))
    (cond ((null? l) (list->string r))
          ((and (> k 0) (= 0 (modulo k 3)))
           (loop (cdr l) (+ k 1) (cons (car l) (cons #\, r))))
          (else (loop (cdr l) (+ k 1) (cons (car l) r))))))

(commas "1234567") ; => "1,234,567"
(commas "123") ; => "123"

(define (backwards port)
  (let loop ((l '()))
    (let ((c (read-char port)))
      (cond ((eof-object? c) (list->string l))
            ((char=? c #\;) (string-append (list->string l) "|" (backwards port)))
            (else (loop (cons c l)))))))

(backwards (open-input-string "a long text of words; and more")) ; => "sdrow fo txet gnol a|erom dna "

(define (both s)
  (let loop ((i 0) (l '()))
    (if (= i (string-length s))
        (list (list->string l) (list->string (reverse l)))
        (loop (+ i 1) (cons (char-upcase (string-ref s i)) l)))))

(both "abc") ; => ("CBA" "ABC")

(define (words s)
  (let loop ((l (string->list s)) (w '()) (r '()))
    (cond ((null? l) (reverse (cons (list->string w) r)))
          ((char=? (car l) #\space)
           (loop (cdr l) '() (cons (list->string w) r)))
          (else (loop (cdr l) (cons (car l) w) r)))))

(words "ab  cde f") ; => ("ba" "" "edc" "f")

(define (mixed l)
  (let loop ((l l) (r '()))
    (if (null? l) (list->string r) (loop (cdr l) (cons (car l) r)))))

(mixed '(#\a #\b)) ; => "ba"
(mixed (quote (#\a 1 b #\c))) ; error: type

(define k #f)
(define (entered l)
  (let loop ((l l) (r '()))
    (if (null? l)
        (list->string (cons #\- r))
        (loop (cdr l)
              (cons (call-with-current-continuation
                      (lambda (c) (if (char=? (car l) #\b) (set! k c)) (car l)))
                    r)))))

(define seen '())
(define (note x) (set! seen (cons x seen)))
(note (entered '(#\a #\b #\c)))
(if (= (length seen) 1) (k #\x))
(if (= (length seen) 2) (k #\y))
seen ; => ("-cya" "-cxa" "-cba")

(define (marked l)
  (let loop ((l l) (acc '()))
    (if (null? l)
        (list->string (if (null? acc) acc (cons #\x (cons #\y acc))))
        (loop (cdr l) (cons (car l) acc)))))
(list (marked '(#\a #\b)) (marked '())) ; => ("xyba" "")
(marked '(#\a 1 #\b 2)) ; error: type: list->string: wanted characters only, and element 2 is none, got 2
