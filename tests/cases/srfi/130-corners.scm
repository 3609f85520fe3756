;;; (srfi 130): cursors, ranges, joining and splitting.
(import (scheme base) (scheme write) (scheme char) (srfi 130))
(define-syntax values-of (syntax-rules () ((_ e) e)))
(string-any char-numeric? "ab1") ; => #t
(string-any (lambda (c) (and (char-numeric? c) c)) "ab1") ; => #\1
(string-any char? "") ; => #f
(string-every char-numeric? "12") ; => #t
(string-every (lambda (c) c) "ab") ; => #\b
(string-every char? "") ; => #t
(string-any char-numeric? "1ab" 1) ; => #f
(string-every char-alphabetic? "1ab" 1) ; => #t
(string-tabulate (lambda (i) (integer->char (+ i 97))) 3) ; => "abc"
(string-unfold null? car cdr '(#\a #\b)) ; => "ab"
(string-unfold null? car cdr '(#\a #\b) "<" (lambda (s) ">")) ; => "<ab>"
(string-unfold (lambda (n) (= n 3)) (lambda (n) "ab") (lambda (n) (+ n 1)) 0) ; => "ababab"
(string-unfold-right null? car cdr '(#\a #\b)) ; => "ba"
(string-unfold-right null? car cdr '(#\a #\b) ">" (lambda (s) "<")) ; => "<ba>"
(string->list/cursors "abc" 1) ; => (#\b #\c)
(string->list/cursors "abc" (string-cursor-next "abc" (string-cursor-start "abc"))) ; => (#\b #\c)
(string->vector/cursors "abc" 0 2) ; => #(#\a #\b)
(reverse-list->string '(#\a #\b)) ; => "ba"
(string-join '("a" "b") ":") ; => "a:b"
(string-join '("a" "b") ":" 'suffix) ; => "a:b:"
(string-join '("a" "b") ":" 'prefix) ; => ":a:b"
(string-join '() ":" 'strict-infix) ; error: error: string-join: strict-infix wants a string at least
(string-join '() ":") ; => ""
(string-join '("") ":") ; => ""
(string-join '("a") ":" 'infix) ; => "a"
(string-join '() ":" 'suffix) ; => ""
(string-join '("a") ":" 'foo) ; error: error: string-join: unknown grammar foo
(string-ref/cursor "abc" 1) ; => #\b
(substring/cursors "abc" 1 2) ; => "b"
(string-copy/cursors "abc" 1) ; => "bc"
(string-take "Pete Szilagyi" 6) ; => "Pete S"
(string-take-right "Beta rules" 5) ; => "rules"
(string-drop "Pete" 2) ; => "te"
(string-drop-right "Pete" 1) ; => "Pet"
(string-take "a" 2) ; error: range:
(string-drop "a" 2) ; error: range:
(string-pad "325" 5) ; => "  325"
(string-pad "71325" 5) ; => "71325"
(string-pad "8871325" 5) ; => "71325"
(string-pad "ab" 4 #\*) ; => "**ab"
(string-pad "abcdef" 3 #\* 1 5) ; => "cde"
(string-pad-right "325" 5) ; => "325  "
(string-pad-right "8871325" 5) ; => "88713"
(string-pad-right "ab" 4 #\- 1) ; => "b---"
(string-trim " a ") ; => "a "
(string-trim-right " a ") ; => " a"
(string-trim-both " a ") ; => "a"
(string-trim " abc " char-whitespace? 1) ; => "abc "
(string-trim-both "xxaxx" (lambda (c) (char=? c #\x))) ; => "a"
(string-trim-both "xxaxx" #\x) ; => "a"
(string-prefix-length "SHAVER" "SHAVING") ; => 4
(string-suffix-length "place" "face") ; => 3
(string-prefix? "Mira" "Miracle") ; => #t
(string-suffix? "cle" "Miracle") ; => #t
(string-prefix? "ab" "xab" 0 2 1) ; => #t
(string-prefix-length "abc" "xabd" 0 3 1) ; => 2
(string-prefix? "" "") ; => #t
(string-reverse "abc") ; => "cba"
(string-reverse "abcde" 1 3) ; => "cb"
(string-concatenate '("a" "b")) ; => "ab"
(string-concatenate-reverse '(" must be" "Hello, I") " going.XXXX" 7) ; => "Hello, I must be going."
(string-concatenate-reverse '("c" "b" "a")) ; => "abc"
(string-fold cons '() "abc") ; => (#\c #\b #\a)
(string-fold cons '() "abc" 1) ; => (#\c #\b)
(string-fold-right cons '() "abc") ; => (#\a #\b #\c)
(string-fold-right cons '() "abcd" 1 3) ; => (#\b #\c)
(let ((l '())) (string-for-each-cursor (lambda (c) (set! l (cons (string-ref/cursor "abc" c) l))) "abc") l) ; => (#\c #\b #\a)
(string-replicate "abcdef" 2 8) ; => "cdefab"
(string-replicate "abcdef" -2 4) ; => "efabcd"
(string-replicate "abc" 0 7) ; => "abcabca"
(string-replicate "abcdef" 0 6 2 4) ; => "cdcdcd"
(string-replicate "" 0 3) ; error: error: string-replicate: cannot repeat an empty string
(string-replicate "abc" 2 2) ; => ""
(string-count "banana" (lambda (c) (char=? c #\a))) ; => 3
(string-count "banana" char-alphabetic? 2 4) ; => 2
(string-replace "The TCL programmer" "another miserable perl drone" 4 7) ; => "The another miserable perl drone programmer"
(string-replace "abc" "XYZ" 1 2 1 2) ; => "aYc"
(string-replace "abc" "X" 1 1) ; => "aXbc"
(string-split "a b c" " ") ; => ("a" "b" "c")
(string-split "/a//b/" "/") ; => ("" "a" "" "b" "")
(string-split "/a//b/" "/" 'prefix) ; => ("a" "" "b" "")
(string-split "/a//b/" "/" 'suffix) ; => ("" "a" "" "b")
(string-split "" " ") ; => ()
(string-split "" " " 'strict-infix) ; error: error: string-split: strict-infix wants a string that is not empty
(string-split "a b c d" " " 'infix 2) ; => ("a" "b" "c d")
(string-split "a b c d" " " 'infix (expt 10 30)) ; => ("a" "b" "c" "d")
(string-split "a b" " " 'infix (- (expt 10 30))) ; => ("a" "b")
(string-split "a b c" " " 'infix 1 2) ; => ("b" "c")
(string-split "a b c" " " 'infix #f 2) ; => ("b" "c")
(string-filter char-alphabetic? "a1b2") ; => "ab"
(string-remove char-alphabetic? "a1b2") ; => "12"
(string-filter char-alphabetic? "a1b2" 2) ; => "b"
(string-remove char-alphabetic? "a1b2" 1 3) ; => "1"
(string-filter #\a "banana") ; => "aaa"
