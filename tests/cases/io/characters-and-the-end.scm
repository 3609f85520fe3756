; What is read by the character may be the end of input instead, wherever a character goes.
(define (first-of text) (let ((c (read-char (open-input-string text)))) c))
(first-of "a") ; => #\a
(eof-object? (first-of "")) ; => #t
(first-of "𝄞") ; => #\𝄞

; Comparisons of characters refuse the end, those of any data do not
(define (is-a? text) (let ((c (read-char (open-input-string text)))) (char=? c #\a)))
(is-a? "a") ; => #t
(is-a? "b") ; => #f
(is-a? "") ; error: type: char=?: argument 1: wanted a character, got #<eof>
(define (before-b? text) (let ((c (peek-char (open-input-string text)))) (char<? c #\b)))
(before-b? "a") ; => #t
(before-b? "") ; error: type: char<?: argument 1: wanted a character, got #<eof>
(define (eqv-a? text) (let ((c (peek-char (open-input-string text)))) (eqv? c #\a)))
(list (eqv-a? "a") (eqv-a? "b") (eqv-a? "")) ; => (#t #f #f)
(define (eqv-𝄞? text) (let ((c (peek-char (open-input-string text)))) (eqv? c #\𝄞)))
(list (eqv-𝄞? "𝄞") (eqv-𝄞? "b") (eqv-𝄞? "")) ; => (#t #f #f)
(define (equal-a? text) (let ((c (peek-char (open-input-string text)))) (equal? #\a c)))
(list (equal-a? "a") (equal-a? "b") (equal-a? "")) ; => (#t #f #f)
(define (same? text)
  (let* ((p (open-input-string text)) (c (read-char p)) (d (peek-char p)))
    (list (eqv? c d) (equal? c d))))
(list (same? "aa") (same? "ab") (same? "a") (same? "") (same? "𝄞𝄞"))
; => ((#t #t) (#f #f) (#f #f) (#t #t) (#t #t))
(define (kind text)
  (let ((c (read-char (open-input-string text))))
    (case c ((#\a #\b #\c #\d) 'letter) ((#\0) 'digit) (else (if (eof-object? c) 'end 'other)))))
(map kind '("a" "d" "0" "z" "")) ; => (letter letter digit other end)
(define (mark? text)
  (let ((c (read-char (open-input-string text)))) (if (memv c '(#\, #\;)) 'mark 'none)))
(map mark? '("," ";" "a" "")) ; => (mark mark none none)
(define (marks text) (let ((c (read-char (open-input-string text)))) (memv c '(#\, #\;))))
(map marks '("," ";" "a" "")) ; => ((#\, #\;) (#\;) #f #f)

; Questions and changes
(define (space? text) (let ((c (read-char (open-input-string text)))) (char-whitespace? c)))
(list (space? " ") (space? "a")) ; => (#t #f)
(space? "") ; error: type: char-whitespace?: wanted a character, got #<eof>
(define (letter? text)
  (let ((c (read-char (open-input-string text)))) (and (char? c) (char-alphabetic? c))))
(map letter? '("a" "1" "")) ; => (#t #f #f)
(define (up text) (let ((c (read-char (open-input-string text)))) (char-upcase c)))
(up "a") ; => #\A
(up "") ; error: type: char-upcase: wanted a character, got #<eof>
(define (code text) (let ((c (read-char (open-input-string text)))) (char->integer c)))
(code "a") ; => 97
(code "") ; error: type: char->integer: wanted a character, got #<eof>
(define (as-string text) (let ((c (read-char (open-input-string text)))) (string c)))
(as-string "a") ; => "a"
(as-string "") ; error: type: string: argument 1: wanted a character, got #<eof>
(define (three text) (let ((c (read-char (open-input-string text)))) (make-string 3 c)))
(three "a") ; => "aaa"
(three "") ; error: type: make-string: argument 2: wanted a character, got #<eof>

; Written
(define (copied text)
  (let ((in (open-input-string text)) (out (open-output-string)))
    (let ((c (read-char in)))
      (write-char c out)
      (get-output-string out))))
(copied "a") ; => "a"
(copied "") ; error: type: write-char: argument 1: wanted a character, got #<eof>

; Gathered
(define (taken text n)
  (let ((port (open-input-string text)))
    (let loop ((n n) (chars '()))
      (if (= n 0)
          (list->string (reverse chars))
          (let ((c (read-char port)))
            (loop (- n 1) (cons c chars)))))))
(taken "abc" 3) ; => "abc"
(taken "a𝄞" 2) ; => "a𝄞"
(taken "abc" 4)
; error: type: list->string: wanted characters only, and element 3 is none, got #<eof>
(define (mixed text x)
  (let ((port (open-input-string text)))
    (let loop ((c (read-char port)) (chars '()))
      (if (eof-object? c)
          (list->string (reverse chars))
          (loop (read-char port) (cons (if (char=? c #\x) x c) chars))))))
(mixed "axb" #\-) ; => "a-b"
(mixed "axb" "-")
; error: type: list->string: wanted characters only, and element 1 is none, got "-"
(define (as-list text)
  (let ((port (open-input-string text)))
    (let loop ((c (read-char port)) (chars '()))
      (if (eof-object? c) (reverse chars) (loop (read-char port) (cons c chars))))))
(as-list "ab") ; => (#\a #\b)

; From several places, in closures, and assigned
(define (either text)
  (let* ((p (open-input-string text)) (c (if (char-ready? p) (read-char p) #\z))) (char-upcase c)))
(either "q") ; => #\Q
(define (next port) (read-char port))
(define (through text)
  (let* ((p (open-input-string text)) (c (next p)) (d (next p))) (list c (eof-object? d))))
(through "a") ; => (#\a #t)
(define (later text)
  (let ((c (read-char (open-input-string text)))) (lambda () (if (eof-object? c) 'end c))))
(list ((later "a")) ((later ""))) ; => (#\a end)
(define (last-of text)
  (let* ((p (open-input-string text)) (c (read-char p)))
    (let loop ()
      (if (eof-object? (peek-char p)) c (begin (set! c (read-char p)) (loop))))))
(last-of "abc") ; => #\c
(eof-object? (last-of "")) ; => #t
(define (from c port)
  (let loop ((c c) (n 0)) (if (eof-object? c) n (loop (read-char port) (+ n 1)))))
(from #\x (open-input-string "abc")) ; => 4
(from 'x (open-input-string "abc")) ; => 4

; Only skipped
(define (second text) (let ((p (open-input-string text))) (read-char p) (peek-char p)))
(second "ab") ; => #\b
(eof-object? (second "a")) ; => #t

; What is no open port of characters
(define (read-of x) (let ((c (read-char x))) c))
(define (peek-of x) (let ((c (peek-char x))) c))
(read-of 5) ; error: type: read-char: wanted an open textual input port, got 5
(peek-of 'p) ; error: type: peek-char: wanted an open textual input port, got p
(define closed (open-input-string "abc"))
(read-of closed) ; => #\a
(close-port closed)
(read-of closed) ; error: type: read-char: wanted an open textual input port
(peek-of closed) ; error: type: peek-char: wanted an open textual input port
