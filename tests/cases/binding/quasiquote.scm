;;; R7RS 4.2.8.
`(list ,(+ 1 2) 4) ; => (list 3 4)
(let ((name 'a)) `(list ,name ',name)) ; => (list a (quote a))
`(a ,(+ 1 2) ,@(map abs '(4 -5 6)) b) ; => (a 3 4 5 6 b)
`((foo ,(- 10 3)) ,@(cdr '(c)) . ,(car '(cons))) ; => ((foo 7) . cons)
`#(10 5 ,(square 2) ,@(map square '(4 3)) 8) ; => #(10 5 4 16 9 8)
`(a `(b ,(foo ,(+ 1 3) d) e) f) ; => (a (quasiquote (b (unquote (foo 4 d)) e)) f)
(let ((name1 'x) (name2 'y)) `(a `(b ,,name1 ,',name2 d) e)) ; => (a (quasiquote (b (unquote x) (unquote (quote y)) d)) e)
`(1 . ,(+ 1 1)) ; => (1 . 2)
`,(+ 1 2) ; => 3
`(,@'(1 2) . 3) ; => (1 2 . 3)
(quasiquote (a (unquote (+ 1 2)))) ; => (a 3)
`(1 ,@'() 2) ; => (1 2)
