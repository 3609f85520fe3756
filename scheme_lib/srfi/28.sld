;;; (srfi 28): basic format strings (primitives/formats.py).

(define-library (srfi 28)
  ;;> (format template x ...) -> the template with ~a (display), ~s (write),
  ;;> ~% (newline) and ~~ replaced
  ;;> (format "~a is ~s~~" 'x "y") => "x is \"y\"~"
  (export format)
  (import (only (engine primitives) format)))
