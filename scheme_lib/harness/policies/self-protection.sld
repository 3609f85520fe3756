;;; (harness policies self-protection)

(define-library (harness policies self-protection)
  (export self-protection)
  (import (scheme base) (scheme char) (harness policy) (tein safe-regexp) (srfi 1) (srfi 130)
          (harness paths) (harness shell))
  (include "agents.scm")
  (begin
    (define-policy self-protection
      "The agent changes neither its hooks, nor its settings, nor who is asked."
      (parameters
       (files (append
               '("**/.chibi/" "**/.claude/hooks/" "**/.claude.json" "**/.cursor/hooks/"
                 "**/.factory/hooks/" "**/.github/hooks/" "**/.copilot/"
                 "**/.config/opencode/" "**/.opencode/" "**/opencode.json" "**/.caliban/"
                 "**/.firebender/" "**/firebender.json" "**/.piebald/" "**/.mcp.json"
                 "**/chibi-hooks.toml" "**/chibi-hooks/trust.json" "**/bin/chibi-hooks"
                 "**/.local/state/chibi-hooks/" "**/Application Support/chibi-hooks/")
               %agent-files)
              "lines as in a .gitignore"))
      (once (checked (check-lines 'files files)))
      (pre_tool payload
        (let ((answer (judge-commands payload "chibi-hooks|\\.(chibi|claude|cursor|codex)\\b"
                        (lambda (command)
                          (if (switches-off? command)
                              (refuse (command-source command))
                              '()))
                        #f
                        %parts)))
          (if (null? answer)
              (judge-changes payload "^$"
                (lambda (words)
                  (let ((found (path-find words files)))
                    (if found (refuse (word-source found)) '())))
                files)
              answer))))

    ;; one of these stands in all that is objected to
    (define %programs
      (append '("claude-code" "cursor-agent" "amp") %agent-programs))
    (define %variables
      (append '("CHIBI_HOME" "CHIBI_HOOKS_STATE") %agent-variables))
    (define %parts (append '("chibi") %programs (map string-downcase %agent-variables)))
    (define %unasked (append '(("cursor-agent" "f" "force")) %agent-unasked))
    (define %variable-set
      (string-append "^(" (string-join %variables "|") ")="))

    (define (refuse what)
      (object 'files (told "the agent's own settings and hooks stay as they are: " what)))

    (define (switches-off? command)
      (or (let ((name (command-name command)))
            (cond ((member name '("chibi-hooks" "chibi_hooks"))
                   (changes-hooks? (command-words command)))
                  ((and name (regexp-search "^(python|pypy|pip)[\\d.]*$" name)
                        (or (find-word "^(-\\w*m)?chibi_hooks$" (command-words command))
                            (find-word "^(-\\w*m)?pip$" (command-words command))
                            (regexp-search "^pip" name)))
                   (and (or (member "uninstall" (command-words command))
                            (and (find-word "chibi_hooks$" (command-words command))
                                 (changes-hooks? (command-words command))))
                        (named-so? command)))
                  ((member name '("pipx" "uv" "npm" "brew"))
                   (and (member "uninstall" (command-words command))
                        (named-so? command)))
                  ((member name '("pkill" "killall" "kill"))
                   (find-word "chibi" (command-arguments command)))
                  ((member name %programs)
                   (or (flag? command "dangerously-skip-permissions" "yolo" "settings" "allow-all-tools"
                              "dangerously-bypass-approvals-and-sandbox" "full-auto" "dangerously-allow-all")
                       (any (lambda (option) (flag? command option))
                            (cond ((assoc name %unasked) => cdr) (else '())))
                       (find-word "(?i)bypassPermissions|^danger-full-access$|^(--ask-for-approval=)?never$|^(--approval-mode=)?yolo$|approval_policy=\\W*never|sandbox_mode=\\W*danger"
                                  (command-arguments command))
                       (reconfigures? (subcommand command))))
                  (else #f)))
          (and (equal? (command-name command) "env")
               (find-word %variable-set (command-arguments command)))
          (let ((assignments (command-assignments command)))
            (and (pair? assignments)
                 (any (lambda (entry)
                        (member (car entry) %variables))
                      assignments)))))

    ;; claude config set, claude mcp add, claude plugin disable
    (define (reconfigures? words)
      (and (pair? words) (pair? (cdr words))
           (member (car words) '("config" "mcp" "plugin" "extensions"))
           (not (member (cadr words) '("get" "list" "help" "serve" "validate")))
           (not (member "list" words))))

    (define (changes-hooks? words)
      (any (lambda (word)
             (member word '("uninstall" "trust" "rollback" "install" "init")))
           words))

    (define (named-so? command)
      (any (lambda (word) (regexp-search "chibi[-_]hooks|chibi" (word-known word)))
           (command-arguments command)))))
