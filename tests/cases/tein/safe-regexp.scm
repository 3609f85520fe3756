;;; (tein safe-regexp): syntax, matches, errors; linear time.
(import (scheme base) (scheme write) (tein safe-regexp))
(regexp-search "rm +-rf" "sudo rm  -rf /") ; => #(#("rm  -rf" 5 12))
(regexp-search "x" "abc") ; => #f
(if (regexp-search "b(c)?" "abc" 1) 'found 'none) ; => found
(map (lambda (text start) (and (not (regexp-search "^b|c$" text start)) 'none)) '("b" "ab" "abc" "") '(0 1 3 0)) ; => (#f none none none)
(regexp-search "a|ab" "ab") ; => #(#("a" 0 1))
(regexp-search "a+?" "aaa") ; => #(#("a" 0 1))
(regexp-search "b" "abab" 2) ; => #(#("b" 3 4))
(regexp-matches "a+" "aab") ; => #f
(regexp-matches "(?P<user>[^@]+)@(.+)" "me@home") ; => #(#("me@home" 0 7) #("me" 0 2) #("home" 3 7))
(regexp-matches? "\\d{2,3}" "1234") ; => #f
(regexp-search "(?i)[^a-z]" "delIVERY") ; => #f
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
(regexp-search "(a)\\1" "aa") ; error: error: regexp-search: argument 1: back references cannot be matched in linear time and are not supported (at character 5 of
(regexp "(a)\\1") ; error: error: back references
(regexp "(?=a)") ; error: error: look-around
(regexp "((a{100}){100}){100}") ; error: limit: instructions
(regexp-search 5 "a") ; error: type: wanted a regexp or a string
(regexp-search "a" 5) ; error: type: wanted a string
(regexp-search "a" "abc" 9) ; error: range:
(regexp-match-submatch #f) ; error: error: wanted a match
;; of the same length for all characters, and case of all scripts
(regexp-search "(\\w+)@" "große-mail: Größe@x") ; => #(#("Größe@" 12 18) #("Größe" 12 17))
(regexp-extract "\\b\\w+\\b" "naïve — 日本語 ok") ; => ("naïve" "日本語" "ok")
(regexp-replace-all "(?i)é" "École été" "e") ; => "ecole ete"
;; several patterns in one scan
(regexp-search-any '("x" "b+" "bb") "abbc") ; => (1 . #(#("bb" 1 3)))
(regexp-search-any '("x" "y") "abc") ; => #f
(regexp-search-any '("a") "aba" 1) ; => (0 . #(#("a" 2 3)))
(regexp-search-any '() "aba") ; => #f
(map (lambda (s) (if (regexp-search-any '("é+" "b") s) 1 0)) '("abc" "aé" "a")) ; => (1 1 0)
(map (lambda (s) (if (regexp-search-any (list "c" (regexp "b")) s 1) 1 0)) '("bac" "ab" "ba")) ; => (1 1 0)
(let ((l (list "a"))) (let ((one (regexp-search-any l "b"))) (set-car! l "b") (list one (car (regexp-search-any l "b"))))) ; => (#f 0)
(if (regexp-search-any '("a" . "b") "abc") 1 0) ; error: type: regexp-search-any
(if (regexp-search-any '("a") "abc" 9) 1 0) ; error: range:
(if (regexp-search-any (list 'a) "abc") 1 0) ; error: type: regexps or strings
(regexp-replace-any '(("AKIA[0-9A-Z]{16}" . "<aws>") ("(?i)(token|password)=\\S+" . "$1=<…>")) "Token=x1 AKIA0123456789ABCDEF") ; => "Token=<…> <aws>"
(regexp-replace-any '(("(?P<a>\\d)(\\d)" . "$2$a") ("(x)" . "[$1]")) "12x3x") ; => "21[x]3[x]"
(regexp-replace-any '(("x*" . "-")) "axb") ; => "-a-b-"
(regexp-replace-any (list (cons (regexp "é") "e")) "Éé") ; => "Ée"
(regexp-replace-any '() "abc") ; => "abc"
(let ((s "abc")) (eq? s (regexp-replace-any '() s))) ; => #f
(regexp-replace-any '(("a" . b)) "abc") ; error: type: regexp-replace-any: argument 1: wanted a list of (pattern . replacement)
(regexp-replace-any '((a . "b")) "abc") ; error: type: regexp-replace-any: argument 1: wanted regexps or strings
(regexp-replace-any '(("a" . "b") ("[" . "c")) "abc") ; error: error: regexp-replace-any: argument 1: this [ is not closed (at character 1 of the pattern '[')
(regexp-search-any '("a" . "b") "abc") ; error: type: regexp-search-any
(regexp-search-any '("a") "abc" 9) ; error: range:
;; folds
(regexp-fold "b*" (lambda (i m s l) (cons (list i (regexp-match-submatch m)) l)) '() "abbc") ; => ((3 "") (3 "") (0 "bb") (0 ""))
(regexp-fold "b" (lambda (i m s n) (+ n 1)) 0 "abb" (lambda (i m s n) (list i n)) 2) ; => (3 1)
(regexp-fold "b" (lambda (i m s n) (+ n 1)) 0 "abb" (lambda (i m s n) n) 9) ; => 0
(regexp-fold "b" (lambda (i m s n) (+ n 1)) 0 7) ; error: type: regexp-fold: argument 4: wanted a string
