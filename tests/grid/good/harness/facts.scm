;; outside of a fire nobody answers; what they give stands in tests/hooks/knowing/test_facts.py
(fact 'ci) e (error-object? e) => #t
(fact-failure? "passed") => #f
(fact-failure-reason "passed") e (error-object? e) => #t
(fact-failure-exit "passed") e (error-object? e) => #t
(git-root) e (error-object? e) => #t
(git-branch) e (error-object? e) => #t
(git-head) e (error-object? e) => #t
(git-dirty?) e (error-object? e) => #t
(project-root) e (error-object? e) => #t
(current-user) e (error-object? e) => #t
(host-name) e (error-object? e) => #t
(find-outside '("a") '("/tmp")) e (error-object? e) => #t
(real-path "a") e (error-object? e) => #t
(fire-time) e (error-object? e) => #t
(local-hour) e (error-object? e) => #t
(local-weekday) e (error-object? e) => #t
(local-date) e (error-object? e) => #t
