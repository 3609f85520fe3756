;;; (chibi string).
(import (scheme base) (scheme char) (chibi string))
(string-find "abc" #\b) ; => 1
(string-find "abc" #\z) ; => 3
(string-find-right "abcb" #\b) ; => 4
(string-skip "  a" #\space) ; => 2
(string-skip-right "a  " #\space) ; => 1
(string-contains "banana" "nan") ; => 2
(string-split "a b  c") ; => ("a" "b" "" "c")
(string-split "") ; => ()
(string-split "a1b2c" char-numeric?) ; => ("a" "b" "c")
(string-join '("a" "b") ", ") ; => "a, b"
(string-trim "xxabxx" #\x) ; => "ab"
(string-trim-left "xa" #\x) ; => "a"
(string-every char-alphabetic? "ab") ; => #t
(string-fold cons '() "ab") ; => (#\b #\a)
(string-fold (lambda (a b n) (if (char=? a b) (+ n 1) n)) 0 "abcd" "axcx") ; => 2
(string-fold-right cons '() "ab") ; => (#\a #\b)
(string-null? "") ; => #t
(string-prefix? "a" "ab") ; => #t
(string-suffix? "b" "ab") ; => #t
(string-downcase-ascii "ABCÄ") ; => "abcÄ"
(list (string-cursor? 1) (string-cursor-start "ab") (string-cursor-end "ab") (string-cursor-ref "ab" 1)) ; => (#t 0 2 #\b)
(list (string-cursor-next "ab" 0) (string-cursor-prev "ab" 1) (string-cursor-forward "ab" 0 2) (string-cursor-back "ab" 2 2)) ; => (1 0 2 0)
(list (string-cursor<? 1 2) (string-cursor<=? 1 2) (string-cursor>? 1 2) (string-cursor>=? 1 2) (string-cursor=? 1 2)) ; => (#t #t #f #f #f)
(list (substring-cursor "abc" 1 2) (string-cursor->index "abc" 1) (string-index->cursor "abc" 1)) ; => ("b" 1 1)
