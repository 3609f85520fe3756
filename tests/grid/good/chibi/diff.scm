;; chibi-scheme, (chibi diff)
(lcs (list 'a 'b 'c 'd) (list 'x 'b 'd 'c)) (length x) => 2
(lcs (list 1 2 3) (list 2 3 4)) => (2 3)
(lcs (string->list "GAC") (string->list "AGCAT")) (length x) => 2
(lcs (list 1 2) (list 3 4) (lambda (p q) (= (+ p 2) q))) => (1 2)
(lcs-with-positions (list 'a 'b 'c) (list 'b 'c 'd)) => ((b 1 0) (c 2 1))
(diff "a\nb" "b\nc") => (("a" "b") ("b" "c") (("b" 1 0)))
(diff "ab" "b" read-char) => ((#\a #\b) (#\b) ((#\b 1 0)))
(write-diff (diff "a" "a\nb") write-line-diffs (open-output-string)) (get-output-string c) => " a\n+b\n"
(diff->string (diff "a\nb\nc" "a\nc\nd")) => " a\n-b\n c\n+d\n"
(write-line-diffs (list "a" "b") 'add (open-output-string)) (get-output-string c) => "+a\n+b\n"
(write-line-diffs/color (list "a") 'same (open-output-string)) (get-output-string c) => " a\n"
(write-char-diffs (list #\a) 'add (open-output-string)) (get-output-string c) => " \xab;a\xbb; "
(write-char-diffs (list #\a) 'remove (open-output-string)) (get-output-string c) => " \xbb;a\xab; "
(write-char-diffs/color (list #\a) 'same (open-output-string)) (get-output-string c) => "a"
(write-edits (list #\a #\b) (list (list #\b 1 0)) 1 write-char-diffs (open-output-string)) (get-output-string e5) => " \xbb;a\xab; b"
(edits->string (list #\a #\b) (list (list #\b 1 0)) 1) => " \xbb;a\xab; b"
(edits->string (list #\a #\b) (list (list #\b 1 0)) 2) => "a \xab;b\xbb; "
(edits->string/color (list #\b) (list (list #\b 0 0)) 1) => "b"
