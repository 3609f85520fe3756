;;; A context called review gets no tool that changes something.

(define-hook pre_api_tools (context_name (tools '()))
  (if (equal? context_name "review")
      (apply exclude-tools (map name-of (filter changes? tools)))
      (no-opinion)))

(define (name-of tool) (payload-ref tool "name"))

(define (changes? tool)
  (member (payload-ref tool "type") '("fs_write" "shell" "network")))
