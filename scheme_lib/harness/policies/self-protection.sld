;;; (harness policies self-protection)

(define-library (harness policies self-protection)
  (export self-protection)
  (import (scheme base) (harness policy) (tein safe-regexp) (srfi 1)
          (harness paths) (harness shell))
  (begin
    (define-policy self-protection
      "The agent changes neither its hooks, nor its settings, nor who is asked."
      (parameters
       (files '("**/.chibi/" "**/.claude/settings.json" "**/.claude/settings.local.json"
                "**/.claude/hooks/" "**/.claude.json" "**/.cursor/hooks.json"
                "**/.cursor/hooks/" "**/.codex/config.toml" "**/.codex/hooks.json"
                "**/.gemini/settings.json" "**/.factory/settings.json"
                "**/.factory/hooks/" "**/.github/hooks/" "**/.copilot/"
                "**/.config/opencode/" "**/.opencode/" "**/opencode.json" "**/.caliban/"
                "**/.firebender/" "**/firebender.json" "**/.piebald/" "**/.mcp.json"
                "**/chibi-hooks.toml" "**/chibi-hooks/trust.json")
              "lines as in a .gitignore"))
      (pre_tool payload
        (let ((path (written-path payload)))
          (if path
              (if (own? path files) (refuse path) '())
              (judge-commands payload "chibi-hooks|\\.(chibi|claude|cursor|codex)\\b"
                (lambda (command)
                  (cond ((switches-off? command) (refuse (command-source command)))
                        ((find (lambda (word) (own? (word-known word) files))
                               (append (writes-to command) (changed command)))
                         => (lambda (word) (refuse (word-source word))))
                        (else '()))))))))

    (define (refuse what)
      (object 'files (told "the agent's own settings and hooks stay as they are: " what)))

    (define (own? path files)
      (and (> (string-length path) 0)
           (or (apply path-matches? (path-normalize path) files)
               (apply path-matches? (string-append (path-normalize path) "/") files))))

    (define (switches-off? command)
      (let ((words (command-words command)))
        (or (and (equal? (command-name command) "chibi-hooks")
                 (any (lambda (word)
                        (member word '("uninstall" "trust" "rollback" "install" "init")))
                      words))
            (and (member (command-name command) '("pkill" "killall"))
                 (any (lambda (word) (regexp-search "chibi" (word-known word))) words))
            (any (lambda (entry)
                   (member (car entry) '("CHIBI_HOME" "CHIBI_HOOKS_STATE" "CLAUDE_CONFIG_DIR" "CODEX_HOME")))
                 (command-assignments command))
            (and (member (command-name command) '("claude" "codex" "gemini" "cursor-agent"))
                 (flag? command "dangerously-skip-permissions" "yolo"
                        "dangerously-bypass-approvals-and-sandbox" "full-auto")))))

    (define (changed command)
      (let ((name (command-name command)) (words (operands command "m" "s")))
        (cond ((null? words) '())
              ((member name '("rm" "mv" "tee" "touch" "truncate" "chmod" "chown" "unlink" "shred" "rmdir")) words)
              ((and (member name '("sed" "perl" "jq" "yq")) (flag? command "i" "in-place")) words)
              ((member name '("cp" "ln" "install" "rsync")) (list (last words)))
              ((and (equal? name "git") (member (car words) '("checkout" "restore" "rm" "mv"))) words)
              (else '()))))))
