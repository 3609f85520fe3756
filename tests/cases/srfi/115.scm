;;; (srfi 115): syntax, matching, what is made of matches.
(import (scheme base) (srfi 115))
(define (found re s . range) (let ((m (apply regexp-search re s range))) (and m (regexp-match->list m))))
(define (whole re s) (let ((m (regexp-matches re s))) (and m (regexp-match->list m))))
;; strings, sequences, alternatives, longest
(found "b" "abc") ; => ("b")
(found #\b "abc") ; => ("b")
(found '(: "a" (seq "b")) "xab") ; => ("ab")
(found '(or "a" "ab" "abc") "xabcd") ; => ("abc")
(found '(|\|| "x" "y") "ay") ; => ("y")
(found '(or) "a") ; => #f
(found '(:) "a") ; => ("")
(found '(: (or "a" "ab") (or "c" "bcd")) "abcd") ; => ("abcd")
(found '(or (: "a" (* any) "z") "bc") "abcd") ; => ("bc")
;; repetition
(map (lambda (re) (found re "aaaa")) '((* "a") (+ "a") (? "a") (= 2 "a") (>= 3 "a") (** 1 3 "a") (zero-or-more "a") (one-or-more "a") (optional "a") (exactly 2 "a") (at-least 3 "a") (repeated 1 3 "a"))) ; => (("aaaa") ("aaaa") ("a") ("aa") ("aaaa") ("aaa") ("aaaa") ("aaaa") ("a") ("aa") ("aaaa") ("aaa"))
(map (lambda (re) (found re "aaab")) '((: (*? "a") ($ any)) (: (?? "a") ($ any)) (**? 1 3 "a") (non-greedy-zero-or-more "a") (non-greedy-optional "a") (non-greedy-repeated 2 3 "a"))) ; => (("a" "a") ("a" "a") ("a") ("") ("") ("aa"))
(found '(= 0 "a") "a") ; => ("")
;; groups
(whole '(: ($ (+ "a")) (submatch (* "b"))) "aab") ; => ("aab" "aa" "b")
(whole '(* ($ (or "a" "b"))) "abab") ; => ("abab" "b")
(let ((m (regexp-matches '(: (-> year (= 4 num)) "-" (submatch-named month (= 2 num))) "2024-05"))) (list (regexp-match-submatch m 'year) (regexp-match-submatch m 'month) (regexp-match-submatch m 2))) ; => ("2024" "05" "05")
(let ((re '(or (: "a" (-> x num)) (: "b" (-> x alpha))))) (map (lambda (s) (regexp-match-submatch (regexp-search re s) 'x)) '("a1" "bz"))) ; => ("1" "z")
(whole '(w/nocapture ($ "a") (-> n "b")) "ab") ; => ("ab")
(regexp-match-submatch (regexp-search "a" "a") 1) ; error: error: there is no group
(regexp-match-submatch (regexp-search "a" "a") 'name) ; error: error: there is no group
(let ((m (regexp-search '(: "b" ($ "c")) "abcd"))) (list (regexp-match-submatch-start m) (regexp-match-submatch-end m) (regexp-match-submatch-start m 1) (regexp-match-submatch-end m 1) (regexp-match-count m) (regexp-match? m) (regexp-match? "abc"))) ; => (1 3 2 3 1 #t #f)
(let ((m (regexp-search '(or ($ "a") "b") "b"))) (list (regexp-match-submatch m 1) (regexp-match-submatch-start m 1))) ; => (#f #f)
;; sets of characters
(define (members re) (regexp-extract re "aZ5 _.$é\n"))
(map members '(alpha alphabetic upper upper-case lower lower-case num numeric alnum alphanum alphanumeric)) ; => (("a" "Z" "é") ("a" "Z" "é") ("Z") ("Z") ("a" "é") ("a" "é") ("5") ("5") ("a" "Z" "5" "é") ("a" "Z" "5" "é") ("a" "Z" "5" "é"))
(map members '(space white whitespace punct punctuation symbol ascii cntrl control xdigit hex-digit title title-case)) ; => ((" " "\n") (" " "\n") (" " "\n") ("_" ".") ("_" ".") ("$") ("a" "Z" "5" " " "_" "." "$" "\n") ("\n") ("\n") ("a" "5") ("a" "5") () ())
(map length (map members '(any nonl graph graphic print printing))) ; => (9 8 7 7 9 9)
(map members '(("a5") (char-set "Z.") (/ "az") (char-range #\A #\Z "09") (~ (or alnum space)) (complement any) (- alpha "a") (difference alnum num ("a")) (& alpha ascii) (and num any))) ; => (("a" "5") ("Z" ".") ("a") ("Z" "5") ("_" "." "$") () ("Z" "é") ("Z" "é") ("a" "Z") ("5"))
(map members '((w/ascii alpha) (w/ascii (w/unicode alpha)) (w/nocase "z") (w/nocase (w/case "z")) (w/nocase (/ "ac")) (w/nocase (~ "A" "z")))) ; => (("a" "Z") ("a" "Z" "é") ("Z") () ("a") ("5" " " "_" "." "$" "é" "\n"))
;; places
(found '(: bos "b") "ab") ; => #f
(found '(: bos "b") "ab" 1) ; => ("b")
(found '(: "a" eos) "ab" 0 1) ; => ("a")
(regexp-extract '(: bol any) "ab\ncd") ; => ("a" "c")
(regexp-extract '(: any eol) "ab\ncd") ; => ("b" "d")
(regexp-extract '(: bow any) "ab cd") ; => ("a" "c")
(regexp-extract '(: any eow) "ab cd") ; => ("b" "d")
(regexp-extract '(: nwb any) "abc d") ; => ("b" "c")
(regexp-extract 'word "ab, c_d") ; => ("ab" "c_d")
(regexp-extract '(word "a" (* any)) "xab ab") ; => ("ab")
(regexp-extract '(word+ lower) "ab aB cd") ; => ("ab" "cd")
(map string-length (regexp-extract 'grapheme "ae\x301;\r\nx")) ; => (1 2 2 1)
(regexp-extract '(: bog any eog) "ae\x301;x") ; => ("a" "x")
;; places beside what does not imply them, in all scripts
(regexp-extract '(: bow (* any) eow) "- ab é") ; => ("ab é")
(regexp-extract '(word "a" (* (~ space))) "xab ab, éa aé-") ; => ("ab" "aé")
(regexp-extract '(: bog ("ae") eog) "ae\x301;a") ; => ("a" "a")
(regexp-match->list (regexp-search '(: bol (word ($ (* nonl))) eol) "é 1,\nab c\n")) ; => ("ab c" "ab c")
(regexp '(= 9 (: bow (? "a") eow))) ; error: limit: regexp: more than 8 conditions may meet at one place
;; compiled ones
(regexp? (regexp "a")) ; => #t
(let ((re (regexp "a"))) (eq? re (regexp re))) ; => #t
(map regexp? '("a" (* "a") 5)) ; => (#f #f #f)
(regexp->sre (rx "a" (* "b"))) ; => (: "a" (* "b"))
(regexp-matches? (rx ($ "a") ,(string #\b)) "ab") ; => #t
(regexp->sre "a") ; error: type: regexp->sre: argument 1: wanted a regexp
(map valid-sre? '("a" (* "a") (= x "a") (look-ahead "a") (~ "ab") nonsense 5 ())) ; => (#t #t #f #f #f #f #f #f)
(regexp-extract (char-set->sre "ab") "abc") ; => ("a" "b")
(regexp '(nonsense "a")) ; error: error: regexp: wanted a regular expression, got (nonsense "a")
(regexp '(look-ahead "a")) ; error: error: look-around cannot be matched in linear time
(regexp '(: "b" (look-ahead "a"))) ; error: error: regexp: look-around cannot be matched in linear time and is not supported: (look-ahead "a")
(regexp '(: ($ "a") (backref 1))) ; error: error: back references
(regexp '(** 3 2 "a")) ; error: error: the larger number comes second
(regexp '(~ "ab")) ; error: error: wanted sets of characters
(regexp '(* . "a")) ; error: type: wanted a proper list
(regexp '(= 6000 "a")) ; error: limit: the pattern needs more than
(regexp '(= 100 (= 100 "a"))) ; error: limit:
(regexp (let loop ((i 0) (sre "a")) (if (= i 200) sre (loop (+ i 1) (list '? sre))))) ; error: limit: nested more than
(regexp (let ((l (list '*))) (set-cdr! l l) l)) ; error: type: wanted a proper list
(regexp (let ((l (list '* "a"))) (set-car! (cdr l) l) l)) ; error: limit: nested
;; linear time
(regexp-matches? '(: (* (* "a")) "b") (make-string 5000 #\a)) ; => #f
;; folds
(regexp-fold '(+ num) (lambda (i m s state) (cons (list i (regexp-match-submatch m)) state)) '() "a1b22c" (lambda (i m s state) (list i m (reverse state)))) ; => (5 #f ((0 "1") (2 "22")))
(regexp-fold 'num (lambda (i m s n) (+ n 1)) 0 "123456" #f 1 4) ; => 3
(regexp-extract '(* "a") "baac") ; => ("aa")
(regexp-extract 'num "12345" 1 3) ; => ("2" "3")
(regexp-split '(+ space) " fee fi fo fum\n") ; => ("" "fee" "fi" "fo" "fum" "")
(regexp-split '(",;") "a,,b,") ; => ("a" "" "b" "")
(regexp-split "," "") ; => ("")
(regexp-split "," "a,b,c" 2 4) ; => ("b" "")
(regexp-partition '(+ (or space punct)) "") ; => ("")
(regexp-partition '(+ (or space punct)) "¿Dónde Estás?") ; => ("" "¿" "Dónde" " " "Estás" "?")
(regexp-partition "," "a,b,c" 1 4) ; => ("" "," "b" ",")
;; replacing
(map (lambda (n) (regexp-replace '(+ space) "one two three" "_" 0 #f n)) '(0 1 2)) ; => ("one_two three" "one two_three" "one two three")
(regexp-replace "b" "abc" '(pre "|" post)) ; => "aa|cc"
(regexp-replace '(-> x num) "a1" '(x x)) ; => "a11"
(regexp-replace-all 'num "a1b2" (lambda (m) (list "<" (regexp-match-submatch m) ">"))) ; => "a<1>b<2>"
(regexp-replace-all '(* "x") "axb" "-") ; => "-a-b-"
(regexp-replace-all "a" "banana" "o" 2 5) ; => "non"
(regexp-replace-all '(or ($ "a") "b") "ab" '("[" 1 "]")) ; => "[a][]"
(regexp-replace "a" "a" 1.5) ; error: error: regexp-replace: wanted a substitution
(regexp-search "a" 5) ; error: type: regexp-search: argument 2: wanted a string
(regexp-search "a" "abc" 5) ; error: range: regexp-search: argument 3
