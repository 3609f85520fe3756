;; SRFI 28
(format "Hello, ~a" "World!") => "Hello, World!"
(format "Error, list is too short: ~s~%" (list 'one "two" 3)) => "Error, list is too short: (one \"two\" 3)\n"
(format "~~") => "~"
