;;; The model is told the rules of the house when a session starts.

(define-hook on_start ()
  (context "Tests: make test. Style: make format. Ask before you add a dependency."))
