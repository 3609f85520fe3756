;; What is asked of characters is asked of Python first, in line: the answers are those of Unicode's properties.
(define (kinds c)
  (list (char-alphabetic? c) (char-numeric? c) (char-whitespace? c) (char-upper-case? c) (char-lower-case? c)
        (char-downcase c)))
(define (of-string s)
  (let loop ((i 0) (n 0))
    (cond ((= i (string-length s)) n)
          ((char-alphabetic? (string-ref s i)) (loop (+ i 1) (+ n 1)))
          ((char-whitespace? (string-ref s i)) (loop (+ i 1) (+ n 100)))
          ((char-numeric? (string-ref s i)) (loop (+ i 1) (+ n 10000)))
          (else (loop (+ i 1) n)))))
(define (field port)
  (let loop ((n 0)) (let ((c (read-char port))) (if (char-numeric? c) (loop (+ n 1)) (list n c)))))
(define (blanks port)
  (let loop ((n 0)) (let ((c (peek-char port))) (cond ((char-whitespace? c) (read-char port) (loop (+ n 1))) (else n)))))
(define (letters port) (let loop ((n 0)) (if (char-alphabetic? (read-char port)) (loop (+ n 1)) n)))
(define (end-skipped s)
  (let loop ((i (string-length s)))
    (if (and (> i 0) (char-whitespace? (string-ref s (- i 1)))) (loop (- i 1)) (substring s 0 i))))
(map kinds '(#\a #\Z #\5 #\space #\_)) ; => ((#t #f #f #f #t #\a) (#t #f #f #t #f #\z) (#f #t #f #f #f #\5) (#f #f #t #f #f #\space) (#f #f #f #f #f #\_))
(map char-whitespace? '(#\tab #\newline #\return #\x1c #\x1f #\x85 #\xa0 #\x2003 #\x200b)) ; => (#t #t #t #f #f #t #t #t #f)
(map (lambda (c) (char-whitespace? c)) '(#\tab #\newline #\return #\x1c #\x1f #\x85 #\xa0 #\x2003 #\x200b)) ; => (#t #t #t #f #f #t #t #t #f)
(map (lambda (c) (char-alphabetic? c)) '(#\é #\x345 #\x24b6 #\x2160 #\x660 #\x1d7ce #\xdf #\x4e2d)) ; => (#t #t #t #t #f #f #t #t)
(map (lambda (c) (char-numeric? c)) '(#\x660 #\x1d7ce #\xb2 #\xbd #\x2160)) ; => (#t #t #f #f #f)
(map (lambda (c) (char->integer (char-downcase c))) '(#\x130 #\x1e9e #\x3a3 #\xc9 #\xdf)) ; => (105 223 963 233 223)
(map (lambda (c) (list (char-upper-case? c) (char-lower-case? c))) '(#\x24b6 #\x2160 #\xaa #\x1c5)) ; => ((#t #f) (#t #f) (#f #t) (#f #f))
(of-string "ab 1\x1c;\xa0;\x24b6;-") ; => 10203
(field (open-input-string "123a")) ; => (3 #\a)
(field (open-input-string "123")) ; error: type: char-numeric?: wanted a character, got #<eof>
(blanks (open-input-string "  \tx")) ; => 3
(blanks (open-input-string "  ")) ; error: type: char-whitespace?: wanted a character, got #<eof>
(letters (open-input-string "abé")) ; error: type: char-alphabetic?: wanted a character, got #<eof>
(kinds "a") ; error: type: char-alphabetic?: wanted a character, got "a"
(let ((f (lambda (x) (char-upper-case? x)))) (f 5)) ; error: type: char-upper-case?: wanted a character, got 5
(char-downcase 'a) ; error: type: char-downcase: wanted a character
(list (end-skipped "a b \n") (end-skipped "  ") (end-skipped "") (end-skipped "x\x1f;")) ; => ("a b" "" "" "x\x1f;")
