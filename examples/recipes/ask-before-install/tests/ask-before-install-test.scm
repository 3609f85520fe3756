(import (only (harness answers) payload-ref))

(define (shell command)
  (fire 'pre_tool
    `(("tool_name" . "shell_exec") ("arguments" ("command" . ,command)))))

(test "This installs packages." (payload-ref (shell "npm install x") "ask"))
(test "This installs packages."
  (payload-ref (shell "cd a && sudo apt-get -y install jq") "ask"))
(test '() (shell "npm test"))
