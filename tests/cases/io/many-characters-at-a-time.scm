; Loops that take characters up to some others: what most of them go through is passed over at once.
(define long (make-string 200 #\x))

; Gathered out of a port: read, or looked at first
(define (up-to-quote port)
  (let loop ((chars '()))
    (let ((c (read-char port)))
      (cond ((eof-object? c) (list 'end (list->string (reverse chars))))
            ((char=? c #\") (list->string (reverse chars)))
            ((char=? c #\\) (loop (cons (read-char port) chars)))
            (else (loop (cons c chars)))))))
(define (and-the-rest take text)
  (let* ((p (open-input-string text)) (a (take p))) (list a (read-line p))))
(and-the-rest up-to-quote "abcdefgh\"rest") ; => ("abcdefgh" "rest")
(and-the-rest up-to-quote "a\\\"bcdefghij\"x") ; => ("a\"bcdefghij" "x")
(and-the-rest up-to-quote "\"x") ; => ("" "x")
(and-the-rest up-to-quote "äöü日本語𝄞𝄞𝄞\"x") ; => ("äöü日本語𝄞𝄞𝄞" "x")
(up-to-quote (open-input-string "abcdefgh")) ; => (end "abcdefgh")
(string-length (up-to-quote (open-input-string (string-append long long "\"")))) ; => 400
(define (word port)
  (let loop ((chars '()))
    (let ((c (peek-char port)))
      (if (or (eof-object? c) (char-whitespace? c) (memv c '(#\( #\))))
          (list->string (reverse chars))
          (loop (cons (read-char port) chars))))))
(and-the-rest word "abcdefghi jk") ; => ("abcdefghi" " jk")
(and-the-rest word "abcdefghi)jk") ; => ("abcdefghi" ")jk")
(and-the-rest word "abcdefghi\x3000;jk") ; => ("abcdefghi" "　jk")
(define (name port)
  (let loop ((c (read-char port)) (chars '()))
    (if (char=? c #\})
        (list->string (reverse chars))
        (loop (read-char port) (cons c chars)))))
(and-the-rest name "abcdefgh}rest") ; => ("abcdefgh" "rest")
(and-the-rest name "}rest") ; => ("" "rest")
(and-the-rest name "a}rest") ; => ("a" "rest")
(and-the-rest name "ab}}rest") ; => ("ab" "}rest")
(name (open-input-string "abcdefgh"))
; error: type: char=?: argument 1: wanted a character, got #<eof>
(name 'no-port) ; error: type: read-char: wanted an open textual input port, got no-port

; Written to a port
(define (copied text end)
  (let ((in (open-input-string text)) (out (open-output-string)))
    (let loop ((c (read-char in)))
      (cond ((eof-object? c) (get-output-string out))
            ((char=? c end) (write-string "<" out) (loop (read-char in)))
            (else (write-char c out) (loop (read-char in)))))))
(copied "abcdefgh" #\d) ; => "abc<efgh"
(define (without-marks text)
  (let ((in (open-input-string text)) (out (open-output-string)))
    (let loop ()
      (if (eof-object? (peek-char in))
          (get-output-string out)
          (begin
            (if (char=? (peek-char in) #\-) (read-char in) (write-char (read-char in) out))
            (loop))))))
(without-marks "abc-defgh--ijklmnop-") ; => "abcdefghijklmnop"
(define (marked text)
  (let ((in (open-input-string text)) (out (open-output-string)))
    (let loop ((c (read-char in)))
      (if (eof-object? c)
          (get-output-string out)
          (begin
            (case c ((#\-) (write-string "<->" out)) ((#\+ #\*) #f) (else (write-char c out)))
            (loop (read-char in)))))))
(marked "abc-defgh+ijkl*mnop-") ; => "abc<->defghijklmnop<->"
(define (quoted text)
  (let ((out (open-output-string)))
    (string-for-each
     (lambda (c) (when (or (char=? c #\") (char=? c #\\)) (write-char #\\ out)) (write-char c out))
     text)
    (get-output-string out)))
(map quoted '("" "plain text and more" "a \"b\" \\ c" "\"\""))
; => ("" "plain text and more" "a \\\"b\\\" \\\\ c" "\\\"\\\"")
(equal? (quoted long) long) ; => #t
(define (escaped s n)
  (let ((out (open-output-string)))
    (let loop ((i 0))
      (if (< i n)
          (let ((c (string-ref s i)))
            (case c ((#\<) (write-string "&lt;" out)) ((#\&) (write-string "&amp;" out)) (else (write-char c out)))
            (loop (+ i 1)))
          (get-output-string out)))))
(escaped "a < b && some more of this" 12) ; => "a &lt; b &amp;&amp; som"
(escaped "abcdefgh" 9) ; error: range: string-ref: argument 2: wanted an index from 0 to 7, got 8
(define (doubled text)
  (let ((in (open-input-string text)) (out (open-output-string)))
    (let loop ((c (read-char in)))
      (unless (eof-object? c) (write-char c out) (write-char c out) (loop (read-char in))))
    (get-output-string out)))
(doubled "abcdef") ; => "aabbccddeeff"
(define (to-two text)
  (let ((in (open-input-string text)) (a (open-output-string)) (b (open-output-string)))
    (let loop ((c (read-char in)) (x a) (y b))
      (unless (eof-object? c) (write-char c x) (loop (read-char in) y x)))
    (list (get-output-string a) (get-output-string b))))
(to-two "abcdefgh") ; => ("aceg" "bdfh")
(define (into port)
  (let ((in (open-input-string "abcdefgh")))
    (let loop ((c (read-char in))) (unless (eof-object? c) (write-char c port) (loop (read-char in))))))
(into 5) ; error: type: write-char: argument 2: wanted an open textual output port, got 5

; Left
(define (after-comment text)
  (let ((p (open-input-string text)))
    (let skip () (let ((c (read-char p))) (unless (or (eof-object? c) (char=? c #\newline)) (skip))))
    (read-line p)))
(after-comment "; a comment of some length\nnext\n") ; => "next"
(eof-object? (after-comment "; a comment of some length")) ; => #t
(define (digits-left text)
  (let ((p (open-input-string text)))
    (let skip ()
      (let ((c (peek-char p))) (when (and (char? c) (not (char-numeric? c))) (read-char p) (skip))))
    (read-line p)))
(digits-left "abcdefgh12ab") ; => "12ab"

; What else changes from turn to turn is not passed over, nor what is asked of something else
(define (counted text)
  (let ((p (open-input-string text)))
    (let loop ((c (read-char p)) (n 0)) (if (or (eof-object? c) (char=? c #\,)) n (loop (read-char p) (+ n 1))))))
(counted "abcdefgh,i") ; => 8
(define (in-and-out text)
  (let ((in (open-input-string text)) (out (open-output-string)))
    (let loop ((c (read-char in)) (quoted #f))
      (cond ((eof-object? c) (get-output-string out))
            ((char=? c #\') (loop (read-char in) (not quoted)))
            (quoted (write-char (char-upcase c) out) (loop (read-char in) quoted))
            (else (write-char c out) (loop (read-char in) quoted))))))
(in-and-out "some 'quoted text' and more") ; => "some QUOTED TEXT and more"
(define (either-way text loud)
  (let ((in (open-input-string text)) (out (open-output-string)))
    (let loop ((c (read-char in)) (times 3))
      (if (eof-object? c)
          (get-output-string out)
          (begin
            (if loud (write-char (char-upcase c) out) (if (= times 3) (write-char c out) #f))
            (loop (read-char in) (if (char=? c #\3) 2 times)))))))
(list (either-way "abc3defg" #t) (either-way "abc3defg" #f)) ; => ("ABC3DEFG" "abc3")

; Continuations that come back find the port where it is, and what was gathered as it was
(define again #f)
(define (stops text)
  (let ((p (open-input-string text)) (n 0))
    (let loop ((c (read-char p)) (chars '()))
      (cond ((eof-object? c) (list (list->string (reverse chars)) n))
            ((char=? c #\|) (call/cc (lambda (k) (set! again k))) (set! n (+ n 1)) (loop (read-char p) chars))
            (else (loop (read-char p) (cons c chars)))))))
(define found '())
(set! found (cons (stops "abcdefgh|ijklmnop|qr") found))
(if (< (length found) 3) (again #f))
found ; => (("abcdefghijklmnop" 4) ("abcdefghijklmnop" 3) ("abcdefghijklmnopqr" 2))

; Asked by a procedure of the program, or by one that is handed on
(define (delimiter? c) (or (eof-object? c) (memv c '(#\space #\, #\newline))))
(define (field port)
  (let loop ((chars '()))
    (let ((c (peek-char port)))
      (if (delimiter? c) (list->string (reverse chars)) (loop (cons (read-char port) chars))))))
(and-the-rest field "abcdefghi,jk") ; => ("abcdefghi" ",jk")
(and-the-rest field ",jk") ; => ("" ",jk")
(field (open-input-string "abcdefghi")) ; => "abcdefghi"
(define (next? port ok?) (let ((c (peek-char port))) (and (not (eof-object? c)) (ok? c))))
(define (take-while port ok?)
  (let loop ((chars '()))
    (if (next? port ok?) (loop (cons (read-char port) chars)) (list->string (reverse chars)))))
(define (to-quote port) (take-while port (lambda (c) (not (char=? c #\")))))
(and-the-rest to-quote "abcdefgh\"rest") ; => ("abcdefgh" "\"rest")
(and-the-rest to-quote "a\"rest") ; => ("a" "\"rest")
(to-quote (open-input-string "abcdefgh")) ; => "abcdefgh"
(define seen 0)
(define (counted port) (take-while port (lambda (c) (set! seen (+ seen 1)) (not (char=? c #\")))))
(list (counted (open-input-string "abcdefgh\"rest")) seen) ; => ("abcdefgh" 9)
(to-quote 'no-port) ; error: type: peek-char: wanted an open textual input port, got no-port
(define (delimiter? c) (eof-object? c))
(field (open-input-string "a b, c")) ; => "a b, c"
