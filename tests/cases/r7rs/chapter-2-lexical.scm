;;; R7RS chapter 2 and 7.1.1: what the reader must tell apart.
;; 2.1 identifiers
'(... +.x --> .foo ..foo -@a +@ -.- !a$b%c&d*e/f:g<h=i>j?k^l_m~n a.b a+b a-b a@b ->x <=? V17a) ; => (... +.x --> .foo ..foo -@a +@ -.- !a$b%c&d*e/f:g<h=i>j?k^l_m~n a.b a+b a-b a@b ->x <=? V17a)
(map symbol? '(+ - ... +i1 -a +inf.0x -. .e2 e5 +e5 -e i -j +ii)) ; => (#t #t #t #t #t #t #t #t #t #t #t #t #t #t)
(eq? 'abc 'ABC) ; => #f
(eq? '|abc| 'abc) ; => #t
(eq? '|a\x62;c| 'abc) ; => #t
(eq? '|\t\n| (string->symbol "\t\n")) ; => #t
'|a\|b| ; => |a\|b|
'(|| |1| |+1| |.| |#a| |+i| |-inf.0| |A|) ; => (|| |1| |+1| |.| |#a| |+i| |-inf.0| A)
(symbol->string '||) ; => ""
(let ((|two words| 5)) (+ |two words| |two words|)) ; => 10
'(a|b|c"d"e) ; => (a b c "d" e)
'(λx x→y ∀ 日本語 é) ; => (λx x→y ∀ 日本語 é)
;; 2.1 fold-case
'#!fold-case (ABC |ABC| "ABC" #\A #\SPACE #\NewLine #XFF ΑΒΓ) ; => (abc ABC "ABC" #\A #\space #\newline 255 αβγ)
'(Abc #!fold-case Abc #!no-fold-case Abc) ; => (Abc abc Abc)
(let ((port (open-input-string "#!fold-case ABC DEF #!no-fold-case GHI"))) (let* ((a (read port)) (b (read port)) (c (read port))) (list a b c))) ; => (abc def GHI)
(eof-object? (read (open-input-string "#!fold-case"))) ; => #t
;; 2.2 comments
'(1 #||# 2 #| a #| b |# c |# . #|d|# 3) ; => (1 2 . 3)
'(1 #;2) ; => (1)
'(#;1) ; => ()
'(1 #;2 . #;3 4 #;5) ; => (1 . 4)
'#(1 #;2 3 #;4) ; => #(1 3)
'#u8(1 #;2 3) ; => #u8(1 3)
'#;a b ; => b
'(#; #;a b c) ; => (c)
'(#;#|x|# a ;b
  c) ; => (c)
'#;#0=(a . #0#) b ; => b
(eof-object? (read (open-input-string "#;(a b) ; c\n #| d |#"))) ; => #t
(read (open-input-string "#;")) ; error: read: nothing follows
(read (open-input-string "#| #| |#")) ; error: read: unclosed block comment
'(#;) ; error: read: nothing follows
;; 2.3 delimiters
'(a"b"c'd`e,f(g)h) ; => (a "b" c (quote d) (quasiquote e) (unquote f) (g) h)
'(1"a"2#(3)) ; error: read:
'(#t#f) ; error: read: not Scheme
'(1a) ; error: read: neither a number nor a name
'#tru ; error: read: is not Scheme
'[a] ; error: read: reserved
;; 2.4 datum labels
(let ((x '(#0="abc" #0# #1=(1) . #1#))) (list (eq? (car x) (cadr x)) (eq? (caddr x) (cdddr x)))) ; => (#t #t)
(let ((x '#0=#(a #0#))) (eq? x (vector-ref x 1))) ; => #t
(let ((x '#12=(a #12# . #12#))) (and (eq? x (cadr x)) (eq? x (cddr x)))) ; => #t
(let ((x '(#0=(a . #1=(b)) #1# #0#))) (and (eq? (cdar x) (cadr x)) (eq? (car x) (caddr x)))) ; => #t
'(#0=5 #0# #0#) ; => (5 5 5)
'#0=(quote #0#) ; => #0=(quote #0#)
'(#0# #0=a) ; error: read: not defined
'#0=#0# ; error: read: names only itself
'(#0=(a #0=b)) ; error: read: defined twice
(equal? '#0=(a . #0#) '#0=(a . #0#)) ; => #t
'(#0=(a) #0# #0=(b) #0#) ; => ((a) (a) (b) (b))
(let ((l (read (open-input-string "(#1=(a) #2=(b #1#) #1=(c #2#) #1#)")))) (list l (eq? (caddr l) (cadddr l)))) ; => (((a) (b (a)) (c (b (a))) (c (b (a)))) #t)
(read (open-input-string "(#0=(1) #0#) #0#")) ; => ((1) (1))
(let ((port (open-input-string "#0=(1) #0#"))) (read port) (read port)) ; error: read: not defined
;; 2.4 a label in a program stands for what it labels, unless that makes a circle
(let ((f #0=(lambda (x) (* x x))) (y #1=(+ 1 2))) (list (f y) (#0# #1#) (+ #2=5 #2#))) ; => (9 9 10)
(#0=car '#1=(a . #1#)) ; => a
(list #0=(list 1 '#1=(2 #1#)) (eq? (cadr #0#) (cadr (cadr #0#)))) ; => ((1 #0=(2 #0#)) #t)
#0=(begin 1 #0#) ; error: syntax: datum labels that make a circle
;; 6.6 characters
'(#\a #\A #\( #\) #\; #\" #\' #\| #\` #\, #\#) ; => (#\a #\A #\( #\) #\; #\" #\' #\| #\` #\, #\#)
(map char->integer '(#\alarm #\backspace #\delete #\escape #\newline #\null #\return #\space #\tab #\x0 #\x7F #\X41 #\x0003bb #\x #\λ #\ )) ; => (7 8 127 27 10 0 13 32 9 0 127 65 955 120 955 32)
'(#\a(b)) ; => (#\a (b))
'#\x110000 ; error: read: no character has the number
'#\xD800 ; error: read: no character has the number
'#\newlin ; error: read: no character is named
;; 6.7 strings
(map char->integer (string->list "\a\b\t\n\r\"\\\|\x41;\X3bb;")) ; => (7 8 9 10 13 34 92 124 65 955)
"one \
   two" ; => "one two"
"one   \    
	two" ; => "one   two"
"a\

b" ; => "a\nb"
(string-length "a
b") ; => 3
"\x41" ; error: read: no escape
"\q" ; error: read: no escape
"\x110000;" ; error: read: no character has the number
;; 7.1.1 numbers
'(#d1. .5 +.5 -.5 1e3 1E3 -1.5e-2 1.e2 00012 #e1.5 #i3 #e1e3 #e-0.0) ; => (1.0 0.5 0.5 -0.5 1000.0 1000.0 -0.015 100.0 12 3/2 3.0 1000 0)
'(#xFF #x-ff #b101 #o17 #d10 #e#x10 #x#e10 #i#b11 #XaBc #x1/F -3/6 +7 0/5) ; => (255 -255 5 15 10 16 16 3.0 2748 1/15 -1/2 7 0)
'(+inf.0 -inf.0 +INF.0 -0.0 0.0 1e400 -1e400 1e-400) ; => (+inf.0 -inf.0 +inf.0 -0.0 0.0 +inf.0 -inf.0 0.0)
(map (lambda (x) (not (= x x))) '(+nan.0 -nan.0 +NaN.0)) ; => (#t #t #t)
'(+i -i +I 1+i 1-i 1+2i -1.5+2.5i +2i -inf.0i +inf.0-inf.0i 1@0 #x+ABi) ; => (+i -i +i 1+i 1-i 1+2i -1.5+2.5i +2i -inf.0i +inf.0-inf.0i 1 +171i)
(= 1@2 (make-polar 1 2)) ; => #t
'1/0 ; error: read:
'#b12 ; error: read: not a number
'#x ; error: read: not a number
'#d#d1 ; error: read: not a number
'#e1+inf.0i ; error: read:
;; 7.1.2 data
'(1 .(2 .(3 .()))) ; => (1 2 3)
'(a .b) ; => (a .b)
'(a. b) ; => (a. b)
'(1 .5) ; => (1 0.5)
'(quote a . b) ; => (quote a . b)
'(quote) ; => (quote)
'#u8(#xff #b1 #e1.0) ; => #u8(255 1 1)
'#u8(256) ; error: read: cannot hold
'#u8(1.0) ; error: read: cannot hold
'#(1 . 2) ; error: read: a dot here
'(1 . 2 . 3) ; error: read: a second dot
'(1 . 2 3) ; error: read: more than one datum
'(. 1) ; error: read: nothing stands before
(list . (1 2)) ; => (1 2)
(list 1 . (2 (+ 1 2))) ; => (1 2 3)
(list #true #false #T #F #TRUE '#False) ; => (#t #f #t #f #t #f)
