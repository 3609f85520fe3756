;; the manual of (harness shell), and what bash does with the texts
(shell-commands "sudo rm -rf x && ls | wc -l") x (map command-name x) => ("sudo" "rm" "ls" "wc")
(shell-commands "") => ()
(unparsed? (shell-commands "rm 'x")) => #t
(unparsed? (shell-commands "ls")) => #f
(unparsed-reason (shell-commands "Remove-Item x")) => "it is PowerShell"
(command-name (car (shell-commands "/bin/rm x"))) => "rm"
(command-verb (car (shell-commands "git -C x push -f origin"))) => "push"
(command-verb (car (shell-commands "git --version"))) => ""
(command-words (car (shell-commands "r''m 'a b' {c,d}"))) => ("rm" "a b" "c" "d")
(command-arguments (car (shell-commands "rm -f x"))) => ("-f" "x")
(command-source (cadr (shell-commands "ls; rm   x"))) => "rm   x"
(command-assignments (car (shell-commands "A=1 B=$C make"))) => (("A" . "1") ("B" . #f))
(command-redirects (car (shell-commands "a > b"))) x (map redirect-operator x) => (">")
(command-through (caddr (shell-commands "sudo env rm x"))) => ("sudo" "env")
(command-input (cadr (shell-commands "echo hello | cat"))) => "hello"
(command-fed? (cadr (shell-commands "curl x | sh"))) => #t
(command-piped? (car (shell-commands "cat < a"))) => #f
(command-unknown? (car (shell-commands "rm $X"))) => #t
(runs? (car (shell-commands "git -C x push -f")) "git" "push") => #t
(flag? (car (shell-commands "rm -vrf x")) "f" "force") => #t
(flag? (car (shell-commands "git push --force-with-lease")) "force") => #f
(option (car (shell-commands "kill --signal=9 1")) "s" "signal") => "9"
(operands (car (shell-commands "head -n 3 a b")) "n" "lines") => ("a" "b")
(subcommand (car (shell-commands "git -C x push -f origin main"))) => ("push" "origin" "main")
(word-unknown? "x") => #f
(word-known (cadr (command-words (car (shell-commands "rm a/$X"))))) => "a/"
(word-source (cadr (command-words (car (shell-commands "rm a/$X"))))) => "a/$X"
(redirect-operator (car (command-redirects (car (shell-commands "a > b"))))) => ">"
(redirect-descriptor (car (command-redirects (car (shell-commands "a 2> b"))))) => "2"
(redirect-target (car (command-redirects (car (shell-commands "a > b"))))) => "b"
(writes-to (car (shell-commands "sort < a > b 2>> c 2>&1"))) => ("b" "c")
(command-changes (car (shell-commands "cp a b/"))) => ("b" "b/a")
(command-reads (car (shell-commands "curl -d @a/b x"))) => ("a/b" "x")
(command-code (car (shell-commands "python3 -c 'print(1)'"))) => "print(1)"
(find-word "^/etc" '("a" "/etc/x")) => "/etc/x"
