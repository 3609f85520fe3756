;; the manual of (harness tools)
(call-tool "no_such_tool" '()) e (error-object? e) => #t
(call-tool/value "no_such_tool" '()) e (error-object? e) => #t
(generate-id) (string? x) => #t
(current-timestamp) (string? x) => #t
