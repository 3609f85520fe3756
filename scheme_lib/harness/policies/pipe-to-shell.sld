;;; (harness policies pipe-to-shell)

(define-library (harness policies pipe-to-shell)
  (export pipe-to-shell)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp)
          (harness shell))
  (begin
    (define-policy pipe-to-shell
      "Nothing that comes from the network is run unread."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\b(curl|wget|fetch)\\b"
          (let ((fetches? (fetching payload)))
            (lambda (command)
              (if (and fetches? (runs-input? command))
                  (object #f "this runs what comes from the network: fetch it into a file, and read that first")
                  '()))))))

    (define %fetchers '("curl" "wget" "fetch" "aria2c" "http" "https" "xh" "lynx" "iwr"))
    (define %runners
      '("sh" "bash" "zsh" "dash" "ksh" "fish" "ash" "python" "python2" "python3"
        "node" "perl" "ruby" "php" "deno" "bun" "source" "." "eval" "pwsh"))

    (define (fetching payload)
      (let ((commands (shell-commands (or (shell-text payload) ""))))
        (and (not (unparsed? commands))
             (any (lambda (command) (member (command-name command) %fetchers))
                  commands))))

    ;; A runner without a file of its own that is fed by a pipe, or whose text is
    ;; what a command gives.
    (define (runs-input? command)
      (and (member (command-name command) %runners)
           (let ((words (command-arguments command)))
             (or (and (command-piped? command) (bare? words))
                 (any from-fetcher? words)))))

    (define (bare? words)
      (every (lambda (word)
               (let ((text (word-known word)))
                 (or (string=? text "")
                     (char=? (string-ref text 0) #\-)
                     (string=? text "/dev/stdin"))))
             (take-while (lambda (word) (not (member word '("--" "-s")))) words)))

    (define (from-fetcher? word)
      (regexp-search "(\\$\\(|<\\(|`)\\s*(sudo\\s+)?(curl|wget|fetch|http|https|xh)\\b"
                     (word-source word)))))
