;;; Prefixes, suffixes and searching of (srfi 130).

;; (start1 end1 start2 end2) of the optional arguments over two strings.
(define (%two-ranges who a b options)
  (let* ((first (%range who a options))
         (rest (if (and (pair? options) (pair? (cdr options)))
                   (cddr options)
                   '()))
         (second (%range who b rest)))
    (list (car first) (cdr first) (car second) (cdr second))))

;;> (string-prefix-length a b [start1 [end1 [start2 [end2]]]]) -> how many
;;> leading characters agree
;;> (string-prefix-length "abcd" "abx") => 2
(define (string-prefix-length a b . options)
  (apply
   (lambda (start1 end1 start2 end2)
     (let ((n (min (- end1 start1) (- end2 start2))))
       (let loop ((i 0))
         (if (and (< i n)
                  (char=? (string-ref a (+ start1 i))
                          (string-ref b (+ start2 i))))
             (loop (+ i 1))
             i))))
   (%two-ranges "string-prefix-length" a b options)))

;;> (string-suffix-length a b [start1 [end1 [start2 [end2]]]]) -> how many
;;> trailing characters agree
;;> (string-suffix-length "abcd" "xcd") => 2
(define (string-suffix-length a b . options)
  (apply
   (lambda (start1 end1 start2 end2)
     (let ((n (min (- end1 start1) (- end2 start2))))
       (let loop ((i 0))
         (if (and (< i n)
                  (char=? (string-ref a (- end1 i 1))
                          (string-ref b (- end2 i 1))))
             (loop (+ i 1))
             i))))
   (%two-ranges "string-suffix-length" a b options)))

;;> (string-prefix? prefix s [start1 [end1 [start2 [end2]]]]) -> does s begin
;;> so?
;;> (string-prefix? "ab" "abc") => #t
(define string-prefix?
  (case-lambda
    ((a b) (%string-prefix? b a))
    ((a b . options)
     (let ((range (%range "string-prefix?" a options)))
       (= (apply string-prefix-length a b options)
          (- (cdr range) (car range)))))))

;;> (string-suffix? suffix s [start1 [end1 [start2 [end2]]]]) -> does s end so?
;;> (string-suffix? "bc" "abc") => #t
(define string-suffix?
  (case-lambda
    ((a b) (%string-suffix? b a))
    ((a b . options)
     (let ((range (%range "string-suffix?" a options)))
       (= (apply string-suffix-length a b options)
          (- (cdr range) (car range)))))))

;;> (string-index s pred [start [end]]) -> the cursor of the first character
;;> that satisfies pred, or the end
;;> (string-index "a b" char-whitespace?) => 1
(define (string-index s pred . options)
  (let* ((pred (%predicate "string-index" pred))
         (range (%range "string-index" s options))
         (end (cdr range)))
    (let loop ((i (car range)))
      (if (or (= i end) (pred (string-ref s i)))
          i
          (loop (+ i 1))))))

;;> (string-index-right s pred [start [end]]) -> the cursor after the last such
;;> character, or the start
;;> (string-index-right "a b c" char-whitespace?) => 4
(define (string-index-right s pred . options)
  (let* ((pred (%predicate "string-index-right" pred))
         (range (%range "string-index-right" s options))
         (start (car range)))
    (let loop ((i (cdr range)))
      (if (or (= i start) (pred (string-ref s (- i 1))))
          i
          (loop (- i 1))))))

;;> (string-skip s pred [start [end]]), (string-skip-right s pred [start
;;> [end]]) -> the same for characters that do not satisfy pred
;;> (string-skip "  a" char-whitespace?) => 2
(define (string-skip s pred . options)
  (let ((pred (%predicate "string-skip" pred)))
    (apply string-index s (lambda (c) (not (pred c))) options)))

(define (string-skip-right s pred . options)
  (let ((pred (%predicate "string-skip-right" pred)))
    (apply string-index-right s (lambda (c) (not (pred c))) options)))

;;> (string-contains s pattern [start1 [end1 [start2 [end2]]]]) -> the cursor
;;> where pattern first stands in s, or #f
;;> (string-contains "eek -- what a geek." "ee") => 0
(define string-contains
  (case-lambda
    ((s pattern) (%string-find s pattern))
    ((s pattern start) (%string-find s pattern start))
    ((s pattern start end) (%string-find s pattern start end))
    ((s pattern start end . range)
     (%string-find s (apply string-copy pattern range) start end))))

;;> (string-contains-right s pattern [start1 [end1 [start2 [end2]]]]) -> the
;;> cursor where it last stands, or #f
;;> (string-contains-right "eek -- what a geek." "ee") => 15
(define string-contains-right
  (case-lambda
    ((s pattern) (%string-find-last s pattern))
    ((s pattern start) (%string-find-last s pattern start))
    ((s pattern start end) (%string-find-last s pattern start end))
    ((s pattern start end . range)
     (%string-find-last s (apply string-copy pattern range) start end))))
