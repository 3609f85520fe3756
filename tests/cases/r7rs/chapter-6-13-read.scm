;;; R7RS 6.13.2: read, and what cannot be read.
(define (text s) (open-input-string s))
(define (bytes . b) (open-input-bytevector (apply bytevector b)))
(define (written f) (let ((p (open-output-string))) (f p) (get-output-string p)))
(read (text "")) ; => #<eof>
(read (text " ")) ; => #<eof>
(read (text "; c")) ; => #<eof>
(read (text "#| a |#")) ; => #<eof>
(read (text "#;a")) ; => #<eof>
(read (text "#;a b")) ; => b
(read (text "#;#;a b c")) ; => c
(read (text "(a #;b c)")) ; => (a c)
(read (text "(a . b)")) ; => (a . b)
(read (text "(a . b c)")) ; error: read: more than one datum after the dot
(read (text "( . b)")) ; error: read: nothing stands before the dot
(read (text "(a .)")) ; error: read: nothing follows "."
(read (text ")")) ; error: read: unexpected ")"
(read (text "(a")) ; error: read: unclosed "(" opened at string:1:1
(read (text "\"abc")) ; error: read: unclosed string opened at string:1:1
(read (text "#(1 2")) ; error: read: unclosed "#(" opened at string:1:1
(read (text "#(1 . 2)")) ; error: read: a dot here
(read (text "#u8(1 256)")) ; error: read: a bytevector cannot hold "256"
(read (text "#u8(1 a)")) ; error: read: a bytevector cannot hold "a"
(read (text "#u8(1 -1)")) ; error: read: a bytevector cannot hold "-1"
(read (text "'a")) ; => (quote a)
(read (text "`(a ,b ,@c)")) ; => (quasiquote (a (unquote b) (unquote-splicing c)))
(read (text "'")) ; error: read: nothing follows "'"
(read (text "#\\")) ; error: read: "#\" is not Scheme
(read (text "#\\foo")) ; error: read: no character is named "foo"
(read (text "#\\x")) ; => #\x
(read (text "#\\x41")) ; => #\A
(read (text "#\\x110000")) ; error: read: no character has the number 110000
(read (text "#\\xD800")) ; error: read: no character has the number D800
(read (text "#\\ ")) ; => #\space
(read (text "#\\(")) ; => #\(
(read (text "#\\space)")) ; => #\space
(read (text "#\\A")) ; => #\A
(read (text "#true")) ; => #t
(read (text "#false")) ; => #f
(read (text "#t")) ; => #t
(read (text "#tru")) ; error: read: "#tru" is not Scheme
(read (text "#T")) ; => #t
(read (text "#FALSE")) ; => #f
(read (text "#!eof")) ; error: read: "#!eof" is not Scheme
(read (text "#!fold-case ABC")) ; => abc
(read (text "#!fold-case ABC #!no-fold-case ABC")) ; => abc
(let ((p (text "#!fold-case ABC #!no-fold-case DEF"))) (let* ((a (read p)) (b (read p))) (list a b))) ; => (abc DEF)
(read (text "|a\\x41;b|")) ; => aAb
(read (text "|abc")) ; error: read: unclosed |name| opened at string:1:1
(read (text "a|b c|d")) ; => a
(read (text "#0=(a . #0#)")) ; => #0=(a . #0#)
(read (text "#0=#0#")) ; error: read: a label that names only itself
(read (text "#1#")) ; error: read: label #1# is not defined
(read (text "(#0=a #0#)")) ; => (a a)
(read (text "#0=(#1=b #0# #1#)")) ; => #0=(b #0# b)
(read (text "#0=#(1 #0#)")) ; => #0=#(1 #0#)
(read (text "\"a\\\n b\"")) ; => "ab"
(read (text "\"a\\ \n b\"")) ; => "ab"
(read (text "\"\\x41;\"")) ; => "A"
(read (text "\"\\x41\"")) ; error: read: no escape is written "\x"
(read (text "\"\\q\"")) ; error: read: no escape is written "\q"
(read (text "\"a\\\"b\"")) ; => "a\"b"
(read (text "[a]")) ; error: read: "[" is reserved in R7RS
(read (text "{a}")) ; error: read: "{" is reserved in R7RS
(read (text "#&a")) ; error: read: "#&a" is not Scheme
(read (text "#<foo>")) ; error: read: "#<foo>" is not Scheme
(read (text "1.e")) ; error: read: "1.e" is neither a number nor a name
(read (text "...")) ; => ...
(read (text ".5")) ; => 0.5
(read (text "+.a")) ; => +.a
(read (text "#e1.5")) ; => 3/2
(read (text "#d1/2")) ; => 1/2
(read (text "#u8()")) ; => #u8()
(read (text "#U8(1)")) ; => #u8(1)
(read (text "#()")) ; => #()
(read (text "()")) ; => ()
(read (text "'()")) ; => (quote ())
(read (text "#;")) ; error: read: nothing follows "#;"
(read (text "#|")) ; error: read: unclosed block comment opened at string:1:1
(read (text "#| #| |#")) ; error: read: unclosed block comment opened at string:1:1
(read (text "(1 . (2 . (3 . ())))")) ; => (1 2 3)
(read (text "\"\\a\\b\\t\\n\\r\\|\"")) ; => "\a\b\t\n\r|"
(read (text "#\\λ")) ; => #\λ
(read (text "#\\x3bb;")) ; => #\λ
(read (text "a;b")) ; => a
(read (text "a\"b\"")) ; => a
(read (text "#'a")) ; error: read: "#" is not Scheme
(read (text ",@ a")) ; => (unquote-splicing a)
(read (text ", @a")) ; => (unquote |@a|)
(read (text "#\\nul")) ; error: read: no character is named "nul"
(read (text "#\\null")) ; => #\null
(read (text "#\\altmode")) ; error: read: no character is named "altmode"
