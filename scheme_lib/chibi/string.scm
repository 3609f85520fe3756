;;; What differs from (srfi 130), or is not there.

;;> (string-join strings [delimiter]) -> one string; no delimiter is ""
;;> (string-join '("a" "b")) => "ab"
(define string-join
  (case-lambda
    ((strings) (%string-join strings ""))
    ((strings delimiter) (%string-join strings delimiter))))

;;> (string-split s [pred [limit]]) -> the parts between the characters that
;;> satisfy pred (a space), at most limit of them; none of an empty string
;;> (string-split "a b c" #\space 2) => ("a" "b c")
(define string-split
  (case-lambda
    ((s) (%string-split-by s #\space))
    ((s pred)
     (if (%foreseen? pred)
         (%string-split-by s pred)
         (let ((end (string-length s)))
           (if (= end 0)
               '()
               (let loop ((i 0) (start 0) (parts (%collector)))
                 (cond ((= i end)
                        (%collected (%collect parts (substring s start end))))
                       ((pred (string-ref s i))
                        (loop (+ i 1) (+ i 1)
                              (%collect parts (substring s start i))))
                       (else (loop (+ i 1) start parts))))))))
    ((s pred limit)
     (if (%foreseen? pred)
         (%string-split-by s pred limit)
         (let ((end (string-length s)))
           (let loop ((start 0) (count 1) (parts '()))
             (let ((at (if (< count limit) (string-find s pred start) end)))
               (cond ((= end 0) '())
                     ((= at end) (reverse (cons (substring s start end) parts)))
                     (else (loop (+ at 1) (+ count 1)
                                 (cons (substring s start at) parts)))))))))))

;;> (string-fold kons knil s more ...) -> (kons character character ... state)
;;> on the characters of all strings in turn, as long as the shortest has any
;;> (string-fold (lambda (a b acc) (cons a (cons b acc))) '() "abc" "xy")
;;>   => (#\b #\y #\a #\x)
(define string-fold
  (case-lambda
    ((kons knil s)
     (let ((end (string-length s)))
       (let loop ((i 0) (state knil))
         (if (< i end)
             (loop (+ i 1) (kons (string-ref s i) state))
             state))))
    ((kons knil s . more)
     (let loop ((rests (map string->list (cons s more))) (state knil))
       (if (memq '() rests)
           state
           (loop (map cdr rests)
                 (apply kons (append (map car rests) (list state)))))))))

;;> (substring-cursor s start [end]) -> that part
;;> (substring-cursor "abcd" 1) => "bcd"
(define substring-cursor
  (case-lambda
    ((s start) (substring s start))
    ((s start end) (substring s start end))))

;;> (string-mismatch a b) -> two values, the cursors in a and in b of the first
;;> characters that differ, from the left
;;> (call-with-values (lambda () (string-mismatch "abcd" "abxd")) list)
;;>   => (2 2)
(define (string-mismatch a b)
  (let ((same (string-prefix-length a b)))
    (values same same)))

;;> (string-mismatch-right a b) -> the same from the right; where one string is
;;> the end of the other, the cursor before its first character
;;> (call-with-values (lambda () (string-mismatch-right "abcd" "xcd")) list)
;;>   => (1 0)
(define (string-mismatch-right a b)
  (let ((same (+ 1 (string-suffix-length a b))))
    (values (- (string-length a) same) (- (string-length b) same))))

;;> (string-find? s pred [start [end]]) -> does a character satisfy pred?
;;> (string-find? "abc" #\b) => #t
(define string-find?
  (case-lambda
    ((s pred)
     (if (%foreseen? pred)
         (%string-has? s pred)
         (let ((end (string-length s)))
           (let loop ((i 0))
             (and (< i end)
                  (or (if (pred (string-ref s i)) #t #f)
                      (loop (+ i 1))))))))
    ((s pred start) (< (string-find s pred start) (string-length s)))
    ((s pred start end) (< (string-find s pred start end) end))))

;;> (make-string-searcher pattern) -> a procedure (search s [start]) -> the
;;> cursor of pattern in s, or #f
;;> ((make-string-searcher "na") "banana" 3) => 4
(define (make-string-searcher pattern)
  (lambda (s . start) (apply string-contains s pattern start)))

;;> (string-downcase-ascii s), (string-upcase-ascii s) -> with the letters A to
;;> Z changed and no others
;;> (string-upcase-ascii "straße") => "STRAßE"
(define (string-downcase-ascii s)
  (%string-ascii-case s #f))
(define (string-upcase-ascii s)
  (%string-ascii-case s #t))

;;> (call-with-input-string s proc) -> the value of (proc port), where port
;;> gives the characters of s
;;> (call-with-input-string "abc" read-char) => #\a
(define (call-with-input-string s proc) (proc (open-input-string s)))

;;> (call-with-output-string proc) -> what (proc port) wrote to port
;;> (call-with-output-string (lambda (port) (write-string "ab" port))) => "ab"
(define (call-with-output-string proc)
  (let ((port (open-output-string)))
    (proc port)
    (get-output-string port)))
