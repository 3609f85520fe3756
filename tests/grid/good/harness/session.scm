;; outside of a fire nobody answers; what they give stands in tests/hooks/knowing/test_session.py
(session-ref 'k) e (error-object? e) => #t
(session-set! 'k 1) e (error-object? e) => #t
(session-update! 'k values 0) e (error-object? e) => #t
(session-delete! 'k 'home) e (error-object? e) => #t
(rate 'k 1 60) e (error-object? e) => #t
(times 'k 60) e (error-object? e) => #t
(in-a-row 'k 1) e (error-object? e) => #t
(fields-in-a-row 'k "tool_name") e (error-object? e) => #t
