;;; R7RS 2.4: datum labels.
(let ((x '#0=(a b . #0#))) (eq? x (cddr x))) ; => #t
'(#1=(1) #1#) ; => ((1) (1))
(let ((x '(#1=(1) #1#))) (eq? (car x) (cadr x))) ; => #t
(let ((x (read (open-input-string "#0=(a . #0#)")))) (eq? x (cdr x))) ; => #t
'#0=(a b . #0#) ; => #0=(a b . #0#)
