;;; (srfi 115): expressions, sets, submatches, ranges, replacing.
(import (scheme base) (scheme write) (scheme char) (srfi 115))
(define (ms re s . r) (let ((m (apply regexp-search re s r))) (and m (regexp-match->list m))))
(define (mm re s . r) (let ((m (apply regexp-matches re s r))) (and m (regexp-match->list m))))
(ms '(: ($ (+ alpha)) "-" ($ (+ num))) "x ab-12 y") ; => ("ab-12" "ab" "12")
(ms 'alpha "1") ; => #f
(mm '(* "ab") "ababab") ; => ("ababab")
(mm '(* "ab") "ababa") ; => #f
(ms '(w/nocase "abc") "xABCx") ; => ("ABC")
(mm '(w/case "abc") "ABC") ; => #f
(mm '(w/nocase "a" (w/case "b")) "Ab") ; => ("Ab")
(mm '(w/nocase "a" (w/case "b")) "AB") ; => #f
(mm '(= 3 "a") "aaa") ; => ("aaa")
(mm '(>= 2 "a") "aaaa") ; => ("aaaa")
(mm '(** 2 3 "a") "aaaa") ; => #f
(mm '(? "a") "") ; => ("")
(mm '(optional "a") "a") ; => ("a")
(mm '(zero-or-more "a") "aa") ; => ("aa")
(mm '(one-or-more "a") "") ; => #f
(mm '(exactly 2 "a") "aa") ; => ("aa")
(mm '(at-least 2 "a") "a") ; => #f
(mm '(repeated 1 2 "a") "aa") ; => ("aa")
(mm '(seq "a" "b") "ab") ; => ("ab")
(mm '(or "a" "b") "b") ; => ("b")
(mm '(submatch "a") "a") ; => ("a" "a")
(mm '(-> name "a") "a") ; => ("a" "a")
(mm '(submatch-named name "a") "a") ; => ("a" "a")
(regexp-match-submatch (regexp-matches '(: (-> x "a") (-> y "b")) "ab") 'y) ; => "b"
(ms '(look-ahead "a") "ba") ; error: error: regexp: look-around cannot be matched in linear time and is not supported
(ms '(: "a" (look-ahead "b")) "acab") ; error: error: regexp: look-around cannot be matched in linear time and is not supported
(ms '(neg-look-ahead "b") "ba") ; error: error: regexp: look-around cannot be matched in linear time and is not supported
(ms '(: (look-behind "a") "b") "cbab") ; error: error: regexp: look-around cannot be matched in linear time and is not supported
(ms '(: (neg-look-behind "a") "b") "abcb") ; error: error: regexp: look-around cannot be matched in linear time and is not supported
(mm '(* (/ "az")) "hello") ; => ("hello")
(mm '(* (/ "azAZ09")) "aZ9") ; => ("aZ9")
(mm '(* (/ #\a #\z)) "hi") ; => ("hi")
(mm '(char-range #\a #\c) "b") ; => ("b")
(mm '(~ "abc") "d") ; error: error: regexp: wanted sets of characters in (~ "abc")
(mm '(~ "abc") "a") ; error: error: regexp: wanted sets of characters in (~ "abc")
(mm '(- alpha ("aeiou")) "b") ; => ("b")
(mm '(- alpha ("aeiou")) "e") ; => #f
(mm '(& alpha (/ "af")) "b") ; => ("b")
(mm '(and alpha lower) "b") ; => ("b")
(mm '(char-set "abc") "b") ; => ("b")
(mm '("abc") "b") ; => ("b")
(mm #\a "a") ; => ("a")
(mm 'any "\n") ; => ("\n")
(mm 'nonl "\n") ; => #f
(mm 'nonl "a") ; => ("a")
(mm 'lower-case "a") ; => ("a")
(mm 'upper "A") ; => ("A")
(mm 'alphabetic "é") ; => ("é")
(mm 'title-case "ǅ") ; => ("ǅ")
(mm 'numeric "٤") ; => ("٤")
(mm 'num "1") ; => ("1")
(mm 'alphanumeric "_") ; => #f
(mm 'alnum "a") ; => ("a")
(mm 'punctuation "!") ; => ("!")
(mm 'punct "$") ; => #f
(mm 'symbol "$") ; => ("$")
(mm 'graphic "a") ; => ("a")
(mm 'graph " ") ; => #f
(mm 'whitespace " ") ; => (" ")
(mm 'white "\t") ; => ("\t")
(mm 'space "\n") ; => ("\n")
(mm 'printing " ") ; => (" ")
(mm 'print "a") ; => ("a")
(mm 'control "\x1;") ; => ("\x1;")
(mm 'cntrl "a") ; => #f
(mm 'hex-digit "F") ; => ("F")
(mm 'xdigit "g") ; => #f
(mm 'ascii "é") ; => #f
(mm '(w/ascii alpha) "é") ; => #f
(mm '(w/unicode alpha) "é") ; => ("é")
(mm '(w/ascii numeric) "٤") ; => #f
(mm '(char-set) "a") ; error: error: regexp: wanted a regular expression
(mm '(: "a" bos) "a") ; => #f
(ms '(: bos "a") "ba") ; => #f
(ms '(: "a" eos) "ab") ; => #f
(ms '(: bol "a") "b\na") ; => ("a")
(ms '(: "a" eol) "a\nb") ; => ("a")
(ms '(: bow "a" (* alpha) eow) "xa ab") ; => ("ab")
(ms '(word (+ alpha)) "1a ab") ; => ("ab")
(ms 'word "foo bar") ; => ("foo")
(ms '(word+ ("ab")) "xab ab") ; => ("ab")
(ms '(: nwb "a") "a ba") ; => ("a")
(ms '(: bog any eog) "e\x301;a") ; => ("a")
(mm '(: "\x1112;" bog (* any)) "\x1112;\x1161;\x11ab;") ; => #f
(ms '(: any eog) "\x1f1e9;\x1f1ea;\x1f1e9;") ; => ("🇪")
(ms 'grapheme "e\x301;a") ; => ("é")
(ms '(non-greedy-optional "a") "a") ; => ("")
(ms '(: "<" (*? any) ">") "<a><b>") ; => ("<a>")
(ms '(: "<" (non-greedy-zero-or-more any) ">") "<a><b>") ; => ("<a>")
(ms '(**? 1 3 "a") "aaa") ; => ("a")
(ms '(?? "a") "a") ; => ("")
(ms '(w/nocapture ($ "a")) "a") ; => ("a")
(ms '(: ($ "a") (w/nocapture ($ "b")) ($ "c")) "abc") ; => ("abc" "a" "c")
(ms '(backref 1) "a") ; error: error: regexp: back references cannot be matched in linear time and are not supported
(mm '(: ($ any) (backref 1)) "aa") ; error: error: regexp: back references cannot be matched in linear time and are not supported
(ms '(non-greedy-repeated 1 2 "a") "aa") ; => ("a")
(regexp? '(* "a")) ; => #f
(regexp? (rx "a" "b")) ; => #t
(let ((x '(+ num))) (mm (rx "a" ,x) "a12")) ; => ("a12")
(let ((x '(+ num))) (mm `(: "a" ,x) "a12")) ; => ("a12")
(valid-sre? '(* "a")) ; => #t
(valid-sre? '(foo "a")) ; => #f
(valid-sre? 5) ; => #f
(valid-sre? '(backref)) ; => #f
(regexp->sre (regexp '(: "a" (* num)))) ; => (: "a" (* num))
(regexp '(foo)) ; error: error: regexp: wanted a regular expression
(regexp 5) ; error: error: regexp: wanted a regular expression
(regexp-matches? '(* "a") "aaa") ; => #t
(regexp-matches? "a" "ab") ; => #f
(ms '(+ num) "a12b" 2) ; => ("2")
(ms '(+ num) "12b34" 2 4) ; => ("3")
(char-set->sre "abc") ; => (char-set "abc")
(char-set->sre '("abc")) ; error: type:
(char-set->sre #\a) ; error: type:
(regexp-fold '(+ num) (lambda (i m s acc) (cons (list i (regexp-match-submatch m)) acc)) '() "a1b22c333") ; => ((5 "333") (2 "22") (0 "1"))
(regexp-fold '(+ num) (lambda (i m s acc) (+ acc 1)) 0 "a1b22" (lambda (i m s acc) (list i m s acc))) ; => (5 #f "a1b22" 2)
(regexp-fold '(+ num) (lambda (i m s acc) (cons (regexp-match-submatch m) acc)) '() "a1b22c333" (lambda (i m s acc) acc) 3) ; => ("333" "22")
(regexp-fold '(+ num) (lambda (i m s acc) (cons (regexp-match-submatch m) acc)) '() "a1b22c333" (lambda (i m s acc) acc) 3 6) ; => ("22")
(regexp-fold '(* num) (lambda (i m s acc) (cons (list i (regexp-match-submatch m)) acc)) '() "a1") ; => ((0 "1") (0 ""))
(regexp-extract '(+ num) "192.168.0.1") ; => ("192" "168" "0" "1")
(regexp-extract '(+ num) "abc") ; => ()
(regexp-extract '(* num) "a1b") ; => ("1")
(regexp-split '(* ",") "abc") ; => ("abc")
(regexp-split "," "a,b,c" 2) ; => ("b" "c")
(regexp-partition '(+ (or space punct)) "Hello, world!\n") ; => ("Hello" ", " "world" "!\n")
(regexp-partition '(* num) "a1b") ; => ("a" "1" "b")
(regexp-partition '(+ num) "1a") ; => ("" "1" "a")
(regexp-replace '(+ space) " abc \t\n def " "_") ; => "_abc \t\n def "
(regexp-replace '(+ space) " abc \t\n def " "_" 3) ; => "c_def "
(regexp-replace '(+ space) "abc" "_") ; => "abc"
(regexp-replace-all '(+ space) " abc \t\n def " "_") ; => "_abc_def_"
(regexp-replace '(: ($ alpha) ($ num)) "a1b2" '(2 1)) ; => "1ab2"
(regexp-replace-all '(: ($ alpha) ($ num)) "a1b2" '(2 "-" 1)) ; => "1-a2-b"
(regexp-replace '(: (-> x alpha)) "ab" '(x x "!")) ; => "aa!b"
(regexp-replace "b" "abc" (lambda (m) (string-upcase (regexp-match-submatch m)))) ; => "aBc"
(regexp-replace-all "b" "abcb" (list (lambda (m) "X") 0)) ; => "aXbcXb"
(regexp-replace "a" "aaaa" "b" 0 4 2) ; => "aaba"
(regexp-replace "a" "aaaa" "b" 1 #f 0) ; => "baa"
(regexp-replace-all "a" "aaaa" "b" 1) ; => "bbb"
(regexp-replace-all "a" "aaaa" "b" 1 3) ; => "bb"
(regexp-replace-all '(* "x") "abc" "-") ; => "-a-b-c-"
(regexp-replace '(+ space) "one two three" "_" 1 10 0) ; => "ne_two th"
(regexp-replace '(+ space) "one two three" "_" 1 10 1) ; => "ne two_th"
(regexp-replace '(+ space) "one two three" "_" 0 #f 1) ; => "one two_three"
(let ((m (regexp-search '(: ($ "a") ($ (? "b")) (? ($ "c"))) "xa"))) (list (regexp-match? m) (regexp-match-count m) (regexp-match-submatch m) (regexp-match-submatch m 0) (regexp-match-submatch m 1) (regexp-match-submatch m 2) (regexp-match-submatch m 3) (regexp-match-submatch-start m 1) (regexp-match-submatch-end m 1) (regexp-match-submatch-start m) (regexp-match-submatch-start m 3) (regexp-match->list m))) ; => (#t 3 "a" "a" "a" "" #f 1 2 1 #f ("a" "a" "" #f))
(regexp-match-submatch (regexp-search "a" "a") 'foo) ; error: error: regexp-match-submatch: there is no group foo
(regexp-match? 5) ; => #f
(regexp-match-count 5) ; error: type:
(ms '(or (: "a" ($ "b")) (: ($ "a") "c")) "ac") ; => ("ac" #f "a")
(ms '(: (-> x "a") (? (-> x "b"))) "ab") ; => ("ab" "a" "b")
(regexp-match-submatch (regexp-search '(or (-> x "a") (-> x "b")) "b") 'x) ; => "b"
(mm '(+ (or "a" "ab")) "aba") ; => ("aba")
(mm '(: (or "a" "ab") (or "c" "bcd") (* "d")) "abcd") ; => ("abcd")
(regexp-partition '(+ num) "a1") ; => ("a" "1")
(regexp-split '(* num) "a1b") ; => ("a" "b")
(regexp-split '(+ num) "1a2") ; => ("" "a" "")
(regexp-search '(+ num) "a12b" 3) ; => #f
(regexp-match->list (regexp-search '(+ num) "12b34" 2)) ; => ("34")
(let ((m (regexp-search '(: (-> x (+ alpha)) (-> y (+ num))) " ab12"))) (list (regexp-match-submatch m 'x) (regexp-match-submatch-start m 'y) (regexp-match-submatch-end m 'y) (regexp-match-submatch m 'x))) ; => ("ab" 3 5 "ab")
(regexp-match-submatch (regexp-search '(: ($ "a") ($ (? "b"))) "a") 2) ; => ""
(regexp-matches '(w/nocase "straße") "STRASSE") ; => #f
(regexp-match->list (regexp-matches '(w/nocase (+ "é")) "ÉÉ")) ; => ("ÉÉ")
(regexp-search '(: "a" (look-ahead "b")) "ab") ; error: error: regexp: look-around cannot be matched in linear time and is not supported
(regexp-match->list (regexp-search '(** 2 "a") "aa")) ; error: error: regexp: wanted a regular expression
(regexp-match->list (regexp-search '(= 0 "a") "aa")) ; => ("")
(regexp '(= -1 "a")) ; error: error: regexp: wanted a regular expression
(regexp '(= x "a")) ; error: error: regexp: wanted a regular expression
(regexp '()) ; error: error: regexp: wanted a regular expression
(valid-sre? '()) ; => #f
(valid-sre? "x") ; => #t
(valid-sre? #\x) ; => #t
(valid-sre? '(: . "a")) ; => #f
(valid-sre? '(= "a")) ; => #f
(valid-sre? (regexp "a")) ; => #t
(regexp-match->list (regexp-matches (regexp (regexp "a")) "a")) ; => ("a")
(regexp-match->list (regexp-matches `(: ,(regexp "a") "b") "ab")) ; error: error: regexp: wanted a regular expression
(regexp-match->list (regexp-search '(: bol (* alpha) eol) "ab1\ncd")) ; => ("cd")
(regexp-match->list (regexp-search '(+ (~ ("aeiou"))) "aebcd")) ; => ("bcd")
(regexp-match->list (regexp-search '(+ (or "a" #\b)) "xabz")) ; => ("ab")
(regexp-match->list (regexp-search '(+ (/ "a" "c" "x" "z")) "xyzabcd")) ; => ("xyzabc")
(regexp-match->list (regexp-search '(+ (/ "acxz")) "xyzabcd")) ; => ("xyzabc")
(regexp-match->list (regexp-search '(: ($ (*? any)) "b") "aabb")) ; => ("aab" "aa")
(regexp-match->list (regexp-search '(: ($ (* any)) "b") "aabb")) ; => ("aabb" "aab")
(regexp-match->list (regexp-matches '(: (* ($ num) ",") ($ num)) "1,2,3")) ; => ("1,2,3" "2" "3")
(regexp-match->list (regexp-matches '(* (or ($ "a") ($ "b"))) "ab")) ; => ("ab" "a" "b")
