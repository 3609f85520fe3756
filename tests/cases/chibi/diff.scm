;;; (chibi diff): nothing is lost at either end (spec/chibi.md §6.12).
(import (scheme base) (scheme write) (chibi diff))
(diff->string (diff "a\nb" "a\nb\nc\nd")) ; => " a\n b\n+c\n+d\n"
(diff->string (diff "b" "a\nb")) ; => "+a\n b\n"
(diff->string (diff "a\nb\nc" "c")) ; => "-a\n-b\n c\n"
(diff->string (diff "a" "b")) ; => "-a\n+b\n"
(diff->string (diff "" "a")) ; => "+a\n"
(diff->string (diff "same\nsame" "same\nsame")) ; => " same\n same\n"
(diff->string (diff "x\na\nb\ny" "x\nb\na\ny")) ; => " x\n-a\n b\n+a\n y\n"
(diff "a" "b") ; => (("a") ("b") ())
(diff '(1 2 3) '(2 3 4)) ; => ((1 2 3) (2 3 4) ((2 1 0) (3 2 1)))
(lcs '() '(a)) ; => ()
(lcs '(1 2 3 4) '(1 3 4) =) ; => (1 3 4)
(length (lcs '(a b c a b b a) '(c b a b a c))) ; => 4
(lcs-with-positions '(a b) '(a b)) ; => ((a 0 0) (b 1 1))
(edits->string '(#\a #\b) '((#\b 1 0))) ; => " »a« b"
(begin (write-diff (diff "a" "a\nb")) #t) ; => #t
; output:  a\n+b\n
