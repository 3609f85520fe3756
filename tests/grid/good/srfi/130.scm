;; SRFI 130; cursors are indices in this implementation, which the text allows
(string-cursor? (string-cursor-start "abc")) => #t
(string-cursor? 'a) => #f
(string-cursor-start "abc") (string-ref/cursor a x) => #\a
(string-cursor-end "abc") (string-cursor->index a x) => 3
(string-cursor-next "abc" (string-cursor-start "abc")) (string-ref/cursor a x) => #\b
(string-cursor-prev "abc" (string-cursor-end "abc")) (string-ref/cursor a x) => #\c
(string-cursor-forward "abc" (string-cursor-start "abc") 2) (string-ref/cursor a x) => #\c
(string-cursor-back "abc" (string-cursor-end "abc") 2) (string-ref/cursor a x) => #\b
(string-cursor=? (string-cursor-start "abc") (string-cursor-start "abc")) => #t
(string-cursor<? (string-cursor-start "abc") (string-cursor-end "abc")) => #t
(string-cursor>? (string-cursor-start "abc") (string-cursor-end "abc")) => #f
(string-cursor<=? (string-cursor-start "abc") (string-cursor-end "abc")) => #t
(string-cursor>=? (string-cursor-start "abc") (string-cursor-end "abc")) => #f
(string-cursor-diff "abc" (string-cursor-start "abc") (string-cursor-end "abc")) => 3
(string-cursor->index "abc" (string-cursor-end "abc")) => 3
(string-index->cursor "abc" 1) (string-ref/cursor a x) => #\b
(string-null? "") => #t
(string-null? "a") => #f
(string-every char-alphabetic? "abc") => #t
(string-every char-alphabetic? "ab1" 0 2) => #t
(string-every char-upcase "ab") => #\B
(string-every char-alphabetic? "") => #t
(string-any char-numeric? "ab1") => #t
(string-any char-numeric? "") => #f
(string-any char-upcase "ab") => #\A
(string-tabulate (lambda (i) (integer->char (+ i 97))) 3) => "abc"
(string-unfold null? car cdr (list #\a #\b)) => "ab"
(string-unfold null? car cdr (list #\a #\b) "<" (lambda (s) ">")) => "<ab>"
(string-unfold-right null? car cdr (list #\a #\b)) => "ba"
(string-unfold-right null? car cdr (list #\a #\b) ">" (lambda (s) "<")) => "<ba>"
(string->list/cursors "abc") => (#\a #\b #\c)
(string->vector/cursors "abc") => #(#\a #\b #\c)
(reverse-list->string (list #\a #\B #\c)) => "cBa"
(string-join (list "foo" "bar" "baz")) => "foo bar baz"
(string-join (list "foo" "bar" "baz") ":" 'suffix) => "foo:bar:baz:"
(string-join (list "a" "b") ":" 'prefix) => ":a:b"
(string-join '() ":") => ""
(string-join '() ":" 'strict-infix) e (error-object? e) => #t
(string-ref/cursor "abc" (string-cursor-start "abc")) => #\a
(substring/cursors "abcd" 1 3) => "bc"
(string-copy/cursors "abcd" 1) => "bcd"
(string-take "Pete Szilagyi" 6) => "Pete S"
(string-take-right "Beta rules" 5) => "rules"
(string-drop "Pete Szilagyi" 6) => "zilagyi"
(string-drop-right "Beta rules" 5) => "Beta "
(string-pad "325" 5) => "  325"
(string-pad "71325" 5) => "71325"
(string-pad "8871325" 5) => "71325"
(string-pad "7" 3 #\0) => "007"
(string-pad "λ" 3 #\日) => "日日λ"
(string-pad-right "325" 5) => "325  "
(string-pad-right "8871325" 5) => "88713"
(string-trim "  ab ") => "ab "
(string-trim "00ab" (lambda (c) (char=? c #\0))) => "ab"
(string-trim-right "  ab ") => "  ab"
(string-trim-both "  The outlook wasn't brilliant,  \n\r") => "The outlook wasn't brilliant,"
(string-prefix-length "abcd" "abxx") => 2
(string-suffix-length "abcd" "xxcd") => 2
(string-prefix? "ab" "abc") => #t
(string-prefix? "b" "abc") => #f
(string-suffix? "bc" "abc") => #t
(string-suffix? "b" "abc") => #f
(string-index "abcd" char-alphabetic?) (string-cursor->index a x) => 0
(string-index "12ab" char-alphabetic?) (string-cursor->index a x) => 2
(string-index-right "12ab3" char-alphabetic?) (string-cursor->index a x) => 4
(string-skip "12ab" char-numeric?) (string-cursor->index a x) => 2
(string-skip-right "ab12" char-numeric?) (string-cursor->index a x) => 2
(string-contains "eek -- what a geek." "ee" 12 18) (string-cursor->index a x) => 15
(string-contains "abc" "x") => #f
(string-contains-right "abcab" "ab") (string-cursor->index a x) => 3
(string-reverse "Able was I ere I saw elbA.") => ".Able was I ere I saw elbA"
(string-reverse "abcd" 1 3) => "cb"
(string-concatenate (list "ab" "c")) => "abc"
(string-concatenate-reverse (list " must be" "Hello, I") " going.XXXX" 7) => "Hello, I must be going."
(string-fold cons '() "abc") => (#\c #\b #\a)
(string-fold-right cons '() "abc") => (#\a #\b #\c)
(string-for-each-cursor (lambda (k) k) "abc") xs (length xs) => 1
(string-replicate "abcdef" -1 7) => "fabcdefa"
(string-replicate "abcdef" 2 8) => "cdefab"
(string-count "Hello 12" char-numeric?) => 2
(string-replace "It's easy to code it up in Scheme." "really " 5 5) => "It's really easy to code it up in Scheme."
(string-split "foo:bar::baz" ":") => ("foo" "bar" "" "baz")
(string-split "a:b:c" ":" 'infix 1) => ("a" "b:c")
(string-split "" ":") => ()
(string-split ":a:b" ":" 'prefix) => ("a" "b")
(string-filter char-alphabetic? "a1b2") => "ab"
(string-remove char-alphabetic? "a1b2") => "12"
;; as in chibi-scheme: of more than two cursors, too
(string-cursor<=? 0 1 1) => #t
(string-cursor<? 0 1 1) => #f
(string-cursor=? 2 2 2) => #t
(string-cursor>? 2 1 0) => #t
(string-cursor>=? 2 3 0) => #f
