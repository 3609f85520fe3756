;; the manual of (harness hooks); the rest stands in harness/answers.scm
(register-hook 'pre_tool (lambda (payload) '())) xs (length xs) => 1
