;; the manual of (harness io); the working directory is an empty one, with a file "text"
(io-read "text") (string? x) => #t
(io-read "none") => #f
(io-write "new" "x") (io-read "new") => "x"
(io-append "new" "y") (string? (io-read "new")) => #t
(io-list ".") (list? x) => #t
(io-exists? "none") => #f
(io-delete (begin (io-write "new" "x") "new")) (io-exists? "new") => #f
