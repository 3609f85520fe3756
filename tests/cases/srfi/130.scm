;;; (srfi 130): string cursors and the rest.
(import (scheme base) (scheme char) (srfi 130))
(string-cursor-start "abc") ; => 0
(string-cursor-prev "abc" 2) ; => 1
(let loop ((i (string-cursor-end "abcde")) (n 0)) (if (string-cursor<=? i 0) n (loop (string-cursor-back "abcde" i 3) (+ n 1)))) ; => 2
(string-ref/cursor "abc" (string-cursor-next "abc" 3)) ; error: range: string-ref: argument 2: wanted an index from 0 to 2, got 4
(string-cursor-back "abc" 3 2) ; => 1
(list (string-cursor=? 1 1) (string-cursor>? 1 2) (string-cursor<=? 1 1) (string-cursor>=? 1 2)) ; => (#t #f #t #f)
(string-index->cursor "abc" 1) ; => 1
(string-copy/cursors "abcd" 1 3) ; => "bc"
(list (string-take-right "abcd" 2) (string-drop-right "abcd" 2)) ; => ("cd" "ab")
(string-take "ab" 3) ; error: range:
(string-skip-right "ab  " char-whitespace?) ; => 2
(string-index "abc" char-numeric?) ; => 3
(string-index "a,b" #\,) ; => 1
(string-index "abc" "b") ; error: type: string-index: argument 2: wanted a predicate for characters, or a character
(string-index-right "abc" char-numeric?) ; => 0
(string-contains "abcabc" "ca") ; => 2
(string-contains "abc" "x") ; => #f
(string-contains "abcabc" "abc" 1) ; => 3
(string-contains "abcabc" "xabcx" 1 6 1 4) ; => 3
(string-contains-right "abcabc" "abc" 0 5) ; => 0
(string-contains "abc" "") ; => 0
(string-join '("a" "b" "c")) ; => "a b c"
(string-join '("a" "b") "," 'suffix) ; => "a,b,"
(string-join '("a" "b") "," 'prefix) ; => ",a,b"
(string-join '() ",") ; => ""
(string-join '() "," 'strict-infix) ; error: error: strict-infix
(string-join '("a" b)) ; error: type:
(string-split "" ",") ; => ()
(string-split "a" ",") ; => ("a")
(string-split ",a," ",") ; => ("" "a" "")
(string-split ",a," "," 'prefix) ; => ("a" "")
(string-split ",a," "," 'suffix) ; => ("" "a")
(string-split "a,b,c" "," 'infix 1) ; => ("a" "b,c")
(string-split "abc" "") ; => ("a" "b" "c")
(string-split "a--b" "--") ; => ("a" "b")
(string-every char-alphabetic? "") ; => #t
(string-any char-alphabetic? "") ; => #f
(string-trim-both "\t x y \n") ; => "x y"
(string-pad "ab" 4 #\.) ; => "..ab"
(string-pad-right "abc" 5 #\. 1) ; => "bc..."
(string-prefix? "abc" "ab") ; => #f
(string-prefix? "" "ab") ; => #t
(string-suffix? "b" "ab") ; => #t
(string-prefix? "xab" "abc" 1) ; => #t
(string-replace "abc" "XYZ" 1 1 0 2) ; => "aXYbc"
(string-reverse "abcd" 1 3) ; => "cb"
(string-replicate "abc" 1 5) ; => "bcab"
(string-count "a1b2" char-numeric?) ; => 2
(string-fold (lambda (c n) (+ n 1)) 0 "abc" 1) ; => 2
(string-null? "a") ; => #f
(string-unfold-right null? car cdr '(#\a #\b) "<" (lambda (x) ">")) ; => ">ba<"
