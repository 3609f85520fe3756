;; R7RS 6.13.2
(read (open-input-string "(a . #(1 \"x\")) rest")) => (a . #(1 "x"))
(read (open-input-string "")) (eof-object? x) => #t
(read (open-input-string ")")) e (read-error? e) => #t
