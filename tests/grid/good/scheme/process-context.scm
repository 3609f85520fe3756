;; R7RS 6.14
(command-line) (list? x) => #t
(get-environment-variable "NO-SUCH-VARIABLE-AT-ALL") => #f
(get-environment-variables) (list? x) => #t
(exit 3) exits => 3
(exit) exits => 0
(exit #f) exits => 1
(emergency-exit #t) exits => 0
