(import (only (harness answers) payload-ref))

(test "Tests: make test. Style: make format. Ask before you add a dependency."
  (payload-ref (fire 'on_start '()) "context"))
