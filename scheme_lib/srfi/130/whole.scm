;;; Procedures over the whole string of (srfi 130).

;;> (string-reverse s [start [end]]) -> that part reversed
;;> (string-reverse "abc") => "cba"
(define (string-reverse s . options)
  (list->string (reverse (apply string->list s options))))

;;> (string-concatenate strings) -> all of them in one
;;> (string-concatenate '("a" "" "bc")) => "abc"
(define (string-concatenate strings) (apply string-append strings))

;;> (string-concatenate-reverse strings [final [end]]) -> the same in reverse
;;> order, final (up to end) last
;;> (string-concatenate-reverse '("b" "a") "cd" 1) => "abc"
(define (string-concatenate-reverse strings . options)
  (string-append
   (string-concatenate (reverse strings))
   (cond ((null? options) "")
         ((null? (cdr options)) (car options))
         (else (substring (car options) 0 (cadr options))))))

;;> (string-fold kons knil s [start [end]]) -> kons applied to each character
;;> and the state, from the left
;;> (string-fold cons '() "abc") => (#\c #\b #\a)
(define (string-fold kons knil s . options)
  (let* ((range (%range "string-fold" s options)) (end (cdr range)))
    (let loop ((i (car range)) (state knil))
      (if (< i end)
          (loop (+ i 1) (kons (string-ref s i) state))
          state))))

;;> (string-fold-right kons knil s [start [end]]) -> from the right
;;> (string-fold-right cons '() "abc") => (#\a #\b #\c)
(define (string-fold-right kons knil s . options)
  (let* ((range (%range "string-fold-right" s options))
         (start (car range)))
    (let loop ((i (- (cdr range) 1)) (state knil))
      (if (>= i start)
          (loop (- i 1) (kons (string-ref s i) state))
          state))))

;;> (string-for-each-cursor proc s [start [end]]) calls proc on the cursors
;;> (let ((n 0)) (string-for-each-cursor (lambda (i) (set! n (+ n i))) "abc")
;;>   n) => 3
(define (string-for-each-cursor proc s . options)
  (let* ((range (%range "string-for-each-cursor" s options))
         (end (cdr range)))
    (let loop ((i (car range)))
      (when (< i end)
        (proc i)
        (loop (+ i 1))))))

;;> (string-replicate s from to [start [end]]) -> the characters from..to of
;;> the string repeated endlessly in both directions
;;> (string-replicate "abcdef" -1 4) => "fabcd"
(define (string-replicate s from to . options)
  (let* ((range (%range "string-replicate" s options))
         (start (car range))
         (size (- (cdr range) start)))
    (if (and (= size 0) (< from to))
        (error "string-replicate: cannot repeat an empty string"))
    (let loop ((i (- to 1)) (chars '()))
      (if (< i from)
          (list->string chars)
          (loop (- i 1)
                (cons (string-ref s (+ start (modulo i size))) chars))))))

;;> (string-count s pred [start [end]]) -> how many characters satisfy pred
;;> (string-count "banana" (lambda (c) (char=? c #\a))) => 3
(define (string-count s pred . options)
  (let ((pred (%predicate "string-count" pred)))
    (apply string-fold (lambda (c n) (if (pred c) (+ n 1) n)) 0 s options)))

;;> (string-replace a b start1 end1 [start2 [end2]]) -> a with that range
;;> replaced by b (or that range of it)
;;> (string-replace "It's easy to code" "hard" 5 9) => "It's hard to code"
(define (string-replace a b start end . options)
  (string-append (substring a 0 start)
                 (apply string-copy b options)
                 (substring a end (string-length a))))

(define (%characters s start end)
  (map string (string->list s start end)))

(define (%without-last l) (reverse (cdr (reverse l))))

;;> (string-split s delimiter [grammar [limit [start [end]]]]) -> the parts
;;> between the delimiters; grammar as for string-join
;;> (string-split "a,b,,c" ",") => ("a" "b" "" "c")
(define (string-split s delimiter . options)
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
(define (string-filter pred s . options)
  (let ((pred (%predicate "string-filter" pred)))
    (reverse-list->string
     (apply string-fold (lambda (c kept) (if (pred c) (cons c kept) kept))
            '() s options))))

;;> (string-remove pred s [start [end]]) -> those that do not
;;> (string-remove char-numeric? "a1b2") => "ab"
(define (string-remove pred s . options)
  (let ((pred (%predicate "string-remove" pred)))
    (apply string-filter (lambda (c) (not (pred c))) s options)))
