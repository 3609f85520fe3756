(import (only (harness answers) payload-ref))

(define (ran tool . arguments)
  (fire 'post_tool
    `(("tool_name" . ,tool) ("arguments" . ,arguments)
      ("result" . "") ("cached" . #f))))
(define (stops?) (null? (fire 'pre_stop '())))

(test #t (stops?))
(ran "file_edit" '("path" . "a.py"))
(test #f (stops?))
(ran "shell_exec" '("command" . "make test"))
(test #t (stops?))
