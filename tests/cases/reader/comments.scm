;;; R7RS 2.2.
(list 1 #;2 3) ; => (1 3)
(list 1 #;(a b #;c) 3) ; => (1 3)
(list 1 #| block #| nested |# |# 2) ; => (1 2)
(list #;#;1 2 3) ; => (3)
'(a #;b . c) ; => (a . c)
'(a . #;b c) ; => (a . c)
