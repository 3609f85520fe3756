;;; (tein safe-regexp): syntax, matches, errors; linear time.
(import (scheme base) (scheme write) (tein safe-regexp))
(regexp-search "rm +-rf" "sudo rm  -rf /") ; => #(#("rm  -rf" 5 12))
(regexp-search "x" "abc") ; => #f
(regexp-search "a|ab" "ab") ; => #(#("a" 0 1))
(regexp-search "a+?" "aaa") ; => #(#("a" 0 1))
(regexp-search "b" "abab" 2) ; => #(#("b" 3 4))
(regexp-matches "a+" "aab") ; => #f
(regexp-matches "(?P<user>[^@]+)@(.+)" "me@home") ; => #(#("me@home" 0 7) #("me" 0 2) #("home" 3 7))
(regexp-matches? "\\d{2,3}" "1234") ; => #f
(regexp-matches? "(?i)hello" "HeLLo") ; => #t
(regexp-matches? "(?s)a.b" "a\nb") ; => #t
(regexp-matches? "a.b" "a\nb") ; => #f
(regexp-matches? "[[:alpha:]_-]+" "a_-b") ; => #t
(regexp-matches? "\\p{Lu}\\pL*" "Ångström") ; => #t
(regexp-matches? "\\x41\\u0042\\x{1F600}" "AB😀") ; => #t
(regexp-search "\\bcat\\b" "concat cat") ; => #(#("cat" 7 10))
(regexp-search "(?m)^b$" "a\nb\nc") ; => #(#("b" 2 3))
(regexp-search "^b" "ab") ; => #f
(regexp-extract "[a-z]*" "ab1c") ; => ("ab" "c")
(regexp-split "[,;]" "a,b;;c") ; => ("a" "b" "" "c")
(regexp-replace-all "(?P<k>\\w+)=(\\w+)" "a=1 b=2" "${2}:$k $$") ; => "1:a $ 2:b $"
(regexp-replace-all "" "ab" "-") ; => "-a-b-"
(regexp-replace "z" "abc" "x") ; => "abc"
(regexp-matches? "(a*)*b" (make-string 5000 #\a)) ; => #f
(regexp? (regexp "a")) ; => #t
(regexp "(a") ; error: error: regexp: this ( is not closed (at character 1
(regexp "a)") ; error: error: closes nothing
(regexp "[a") ; error: error: this [ is not closed
(regexp "*") ; error: error: nothing to repeat
(regexp "(a)\\1") ; error: error: back references
(regexp "(?=a)") ; error: error: look-around
(regexp "((a{100}){100}){100}") ; error: limit: instructions
(regexp-search 5 "a") ; error: type: wanted a regexp or a string
(regexp-search "a" 5) ; error: type: wanted a string
(regexp-search "a" "abc" 9) ; error: range:
(regexp-match-submatch #f) ; error: error: wanted a match
