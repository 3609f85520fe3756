;;; R7RS 6.10: string-map, string-for-each.
(string-map char-upcase "abc") ; => "ABC"
(string-map (lambda (a b) (if (char<? a b) a b)) "adg" "bbb") ; => "abb"
(let ((l '())) (string-for-each (lambda (c) (set! l (cons c l))) "abc") l) ; => (#\c #\b #\a)
(let ((l '())) (string-for-each (lambda (a b) (set! l (cons (list a b) l))) "ab" "xyz") l) ; => ((#\b #\y) (#\a #\x))
(string-map (lambda (c) 1) "a") ; error: type:
