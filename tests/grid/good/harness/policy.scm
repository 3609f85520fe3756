;; the manual of (harness policy); policies themselves stand in tests/policies
(object 'allowed "no") x (pair? x) => #f
(policy? car) => #f
(policy-name 1) e (error-object? e) => #t
(policy-doc 1) e (error-object? e) => #t
(policy-points 1) e (error-object? e) => #t
(policy-parameters 1) e (error-object? e) => #t
(policy-parameter 1 'x) e (error-object? e) => #t
(policy-hooks 1 '()) e (error-object? e) => #t
(judge-commands '(("tool_name" . "shell_exec") ("arguments" ("command" . "cd x; ls"))) "ls" (lambda (command) 'seen)) => seen
(shell-text '(("tool_name" . "shell_exec") ("arguments" ("command" . "ls")))) => "ls"
(written-text '(("tool_name" . "file_edit") ("arguments" ("new" . "x")))) => "x"
(written-path '(("tool_name" . "write_file") ("arguments" ("path" . "x")))) => "x"
(told "only " '("a" "b") 1) => "only a, b1"
(runs? 1 "git") e (error-object? e) => #t
(url-host "https://me@Example.org:80/x") => "example.org"
(host-in? "a.example.org" '("*.example.org")) => #t
(host-in? "badexample.org" '("*.example.org")) => #f
