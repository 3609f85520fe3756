;;; An error names the procedure that was called, and what it was given.
(import (scheme base) (srfi 1) (srfi 27) (srfi 130) (srfi 132))
(string-contains #f "a") ; error: type: string-contains: argument 1: wanted a string, got #f
(string-contains "a" 5) ; error: type: string-contains: argument 2: wanted a string or a character, got 5
(string-contains "a" "b" 2) ; error: range: string-contains: argument 3
(string-contains-right 'a "a") ; error: type: string-contains-right: argument 1: wanted a string, got a
(iota 'many) ; error: error: iota: wanted a count of 0 or more, got many
(list-sort '(2 1) <) ; error: error: list-sort: wanted a procedure as order, got (2 1)
(random-integer 0) ; error: error: random-integer: wanted a positive exact integer, got 0
