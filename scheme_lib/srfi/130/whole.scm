;;; Procedures over the whole string of (srfi 130).

;;> (string-reverse s [start [end]]) -> that part reversed
;;> (string-reverse "abc") => "cba"
(define string-reverse
  (case-lambda
    ((s) (%string-reverse s))
    ((s start) (%string-reverse s start))
    ((s start end) (%string-reverse s start end))))

;;> (string-concatenate strings) -> all of them in one
;;> (string-concatenate '("a" "" "bc")) => "abc"
(define (string-concatenate strings) (%string-concatenate strings))

;;> (string-concatenate-reverse strings [final [end]]) -> the same in reverse
;;> order, final (up to end) last
;;> (string-concatenate-reverse '("b" "a") "cd" 1) => "abc"
(define string-concatenate-reverse
  (case-lambda
    ((strings) (%string-concatenate strings #t))
    ((strings final)
     (string-append (%string-concatenate strings #t) final))
    ((strings final end)
     (string-append (%string-concatenate strings #t)
                    (substring final 0 end)))))

;;> (string-fold kons knil s [start [end]]) -> kons applied to each character
;;> and the state, from the left
;;> (string-fold cons '() "abc") => (#\c #\b #\a)
(define string-fold
  (case-lambda
    ((kons knil s)
     (let ((end (string-length s)))
       (let loop ((i 0) (state knil))
         (if (< i end)
             (loop (+ i 1) (kons (string-ref s i) state))
             state))))
    ((kons knil s start) (string-fold kons knil s start (string-length s)))
    ((kons knil s start end)
     (%span "string-fold" s start end)
     (let loop ((i start) (state knil))
       (if (< i end)
           (loop (+ i 1) (kons (string-ref s i) state))
           state)))))

;;> (string-fold-right kons knil s [start [end]]) -> from the right
;;> (string-fold-right cons '() "abc") => (#\a #\b #\c)
(define string-fold-right
  (case-lambda
    ((kons knil s)
     (let loop ((i (- (string-length s) 1)) (state knil))
       (if (>= i 0)
           (loop (- i 1) (kons (string-ref s i) state))
           state)))
    ((kons knil s start)
     (string-fold-right kons knil s start (string-length s)))
    ((kons knil s start end)
     (%span "string-fold-right" s start end)
     (let loop ((i (- end 1)) (state knil))
       (if (>= i start)
           (loop (- i 1) (kons (string-ref s i) state))
           state)))))

;;> (string-for-each-cursor proc s [start [end]]) calls proc on the cursors
;;> (let ((n 0)) (string-for-each-cursor (lambda (i) (set! n (+ n i))) "abc")
;;>   n) => 3
(define string-for-each-cursor
  (case-lambda
    ((proc s) (string-for-each-cursor proc s 0 (string-length s)))
    ((proc s start)
     (string-for-each-cursor proc s start (string-length s)))
    ((proc s start end)
     (%span "string-for-each-cursor" s start end)
     (let loop ((i start))
       (when (< i end)
         (proc i)
         (loop (+ i 1)))))))

;;> (string-replicate s from to [start [end]]) -> the characters from..to of
;;> the string repeated endlessly in both directions
;;> (string-replicate "abcdef" -1 4) => "fabcd"
(define string-replicate
  (case-lambda
    ((s from to) (%string-replicate s from to))
    ((s from to start) (%string-replicate s from to start))
    ((s from to start end) (%string-replicate s from to start end))))

;;> (string-count s pred [start [end]]) -> how many characters satisfy pred
;;> (string-count "banana" (lambda (c) (char=? c #\a))) => 3
(define string-count
  (case-lambda
    ((s pred)
     (if (%foreseen? pred)
         (%string-count s pred)
         (let ((end (string-length s)))
           (let loop ((i 0) (n 0))
             (if (< i end)
                 (loop (+ i 1) (if (pred (string-ref s i)) (+ n 1) n))
                 n)))))
    ((s pred start) (string-count s pred start (string-length s)))
    ((s pred start end)
     (if (%foreseen? pred)
         (%string-count s pred start end)
         (begin
           (%span "string-count" s start end)
           (let loop ((i start) (n 0))
             (if (< i end)
                 (loop (+ i 1) (if (pred (string-ref s i)) (+ n 1) n))
                 n)))))))

;;> (string-replace a b start1 end1 [start2 [end2]]) -> a with that range
;;> replaced by b (or that range of it)
;;> (string-replace "It's easy to code" "hard" 5 9) => "It's hard to code"
(define (string-replace a b start end . options)
  (string-append (substring a 0 start)
                 (if (null? options) b (apply string-copy b options))
                 (substring a end (string-length a))))

(define (%characters s start end)
  (map string (string->list s start end)))

(define (%without-last l) (reverse (cdr (reverse l))))

;;> (string-split s delimiter [grammar [limit [start [end]]]]) -> the parts
;;> between the delimiters; grammar as for string-join
;;> (string-split "a,b,,c" ",") => ("a" "b" "" "c")
(define string-split
  (case-lambda
    ((s delimiter)
     (if (%separable? s delimiter)
         (%string-split s delimiter)
         (%split s delimiter '())))
    ((s delimiter grammar limit)
     (if (and (eq? grammar 'infix)
              (exact-integer? limit)
              (%separable? s delimiter))
         (%string-split s delimiter limit)
         (%split s delimiter (list grammar limit))))
    ((s delimiter . options) (%split s delimiter options))))

(define (%split s delimiter options)
  (let* ((delimiter (%text delimiter))
         (grammar (if (pair? options) (car options) 'infix))
         (options (if (pair? options) (cdr options) '()))
         (limit (if (pair? options) (car options) #f))
         (range (%range "string-split" s
                        (if (pair? options) (cdr options) '())))
         (start (car range))
         (end (cdr range)))
    (cond
     ((not (memq grammar '(infix strict-infix prefix suffix)))
      (error "string-split: unknown grammar" grammar))
     ((= start end)
      (if (eq? grammar 'strict-infix)
          (error "string-split: strict-infix wants a string that is not empty")
          '()))
     ((string-null? delimiter)
      (%characters s start end))
     (else
      (let ((parts (%string-split (substring s start end) delimiter limit)))
        (cond ((and (eq? grammar 'prefix) (string-null? (car parts)))
               (cdr parts))
              ((and (eq? grammar 'suffix) (string-null? (car (reverse parts))))
               (%without-last parts))
              (else parts)))))))

;;> (string-filter pred s [start [end]]) -> the characters that satisfy pred
;;> (string-filter char-numeric? "a1b2") => "12"
(define string-filter
  (case-lambda
    ((pred s)
     (if (%foreseen? pred)
         (%string-sifted s pred #t)
         (let ((end (string-length s)))
           (let loop ((i 0) (kept (%collector)))
             (if (< i end)
                 (let ((c (string-ref s i)))
                   (loop (+ i 1) (if (pred c) (%collect-part kept c) kept)))
                 (%collected-string kept))))))
    ((pred s start) (string-filter pred (substring s start)))
    ((pred s start end) (string-filter pred (substring s start end)))))

(define string-remove
  (case-lambda
    ((pred s)
     (if (%foreseen? pred)
         (%string-sifted s pred #f)
         (let ((end (string-length s)))
           (let loop ((i 0) (kept (%collector)))
             (if (< i end)
                 (let ((c (string-ref s i)))
                   (loop (+ i 1) (if (pred c) kept (%collect-part kept c))))
                 (%collected-string kept))))))
    ((pred s start) (string-remove pred (substring s start)))
    ((pred s start end) (string-remove pred (substring s start end)))))
