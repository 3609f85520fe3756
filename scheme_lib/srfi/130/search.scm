;;; Prefixes, suffixes and searching of (srfi 130).

;;> (string-prefix-length a b [start1 [end1 [start2 [end2]]]]) -> how many
;;> leading characters agree
;;> (string-prefix-length "abcd" "abx") => 2
(define string-prefix-length
  (case-lambda
    ((a b) (%string-agreeing a b #f))
    ((a b . options) (%agreeing a b #f options))))

;; The same of the ranges that the options give.
(define (%agreeing a b backwards? options)
  (let ((first (%range "string-prefix-length" a options))
        (second (%range "string-prefix-length" b
                        (if (and (pair? options) (pair? (cdr options)))
                            (cddr options)
                            '()))))
    (%string-agreeing (substring a (car first) (cdr first))
                      (substring b (car second) (cdr second))
                      backwards?)))

;;> (string-suffix-length a b [start1 [end1 [start2 [end2]]]]) -> how many
;;> trailing characters agree
;;> (string-suffix-length "abcd" "xcd") => 2
(define string-suffix-length
  (case-lambda
    ((a b) (%string-agreeing a b #t))
    ((a b . options) (%agreeing a b #t options))))

;;> (string-prefix? prefix s [start1 [end1 [start2 [end2]]]]) -> does s begin
;;> so?
;;> (string-prefix? "ab" "abc") => #t
(define string-prefix?
  (case-lambda
    ((a b) (%string-prefix? a b))
    ((a b . options)
     (let ((range (%range "string-prefix?" a options)))
       (= (apply string-prefix-length a b options)
          (- (cdr range) (car range)))))))

;;> (string-suffix? suffix s [start1 [end1 [start2 [end2]]]]) -> does s end so?
;;> (string-suffix? "bc" "abc") => #t
(define string-suffix?
  (case-lambda
    ((a b) (%string-suffix? a b))
    ((a b . options)
     (let ((range (%range "string-suffix?" a options)))
       (= (apply string-suffix-length a b options)
          (- (cdr range) (car range)))))))

;;> (string-index s pred [start [end]]) -> the cursor of the first character
;;> that satisfies pred, or the end
;;> (string-index "a b" char-whitespace?) => 1
(define string-index
  (case-lambda
    ((s pred)
     (if (%foreseen? pred)
         (%string-index s pred)
         (let ((start 0) (end (string-length s)))
           (let loop ((i start))
             (if (or (= i end) (pred (string-ref s i)))
                 i
                 (loop (+ i 1)))))))
    ((s pred start) (string-index s pred start (string-length s)))
    ((s pred start end)
     (if (%foreseen? pred)
         (%string-index s pred start end)
         (begin
           (%span "string-index" s start end)
           (let loop ((i start))
             (if (or (= i end) (pred (string-ref s i)))
                 i
                 (loop (+ i 1)))))))))

;;> (string-index-right s pred [start [end]]) -> the cursor after the last such
;;> character, or the start
;;> (string-index-right "a b c" char-whitespace?) => 4
(define string-index-right
  (case-lambda
    ((s pred)
     (if (%foreseen? pred)
         (%string-index-right s pred)
         (let ((start 0) (end (string-length s)))
           (let loop ((i end))
             (if (or (= i start) (pred (string-ref s (- i 1))))
                 i
                 (loop (- i 1)))))))
    ((s pred start) (string-index-right s pred start (string-length s)))
    ((s pred start end)
     (if (%foreseen? pred)
         (%string-index-right s pred start end)
         (begin
           (%span "string-index-right" s start end)
           (let loop ((i end))
             (if (or (= i start) (pred (string-ref s (- i 1))))
                 i
                 (loop (- i 1)))))))))

;;> (string-skip s pred [start [end]]), (string-skip-right s pred [start
;;> [end]]) -> the same for characters that do not satisfy pred
;;> (string-skip "  a" char-whitespace?) => 2
(define string-skip
  (case-lambda
    ((s pred)
     (if (%foreseen? pred)
         (%string-skip s pred)
         (let ((start 0) (end (string-length s)))
           (let loop ((i start))
             (if (or (= i end) (not (pred (string-ref s i))))
                 i
                 (loop (+ i 1)))))))
    ((s pred start) (string-skip s pred start (string-length s)))
    ((s pred start end)
     (if (%foreseen? pred)
         (%string-skip s pred start end)
         (begin
           (%span "string-skip" s start end)
           (let loop ((i start))
             (if (or (= i end) (not (pred (string-ref s i))))
                 i
                 (loop (+ i 1)))))))))

(define string-skip-right
  (case-lambda
    ((s pred)
     (if (%foreseen? pred)
         (%string-skip-right s pred)
         (let ((start 0) (end (string-length s)))
           (let loop ((i end))
             (if (or (= i start) (not (pred (string-ref s (- i 1)))))
                 i
                 (loop (- i 1)))))))
    ((s pred start) (string-skip-right s pred start (string-length s)))
    ((s pred start end)
     (if (%foreseen? pred)
         (%string-skip-right s pred start end)
         (begin
           (%span "string-skip-right" s start end)
           (let loop ((i end))
             (if (or (= i start) (not (pred (string-ref s (- i 1)))))
                 i
                 (loop (- i 1)))))))))

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
