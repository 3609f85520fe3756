;;; (harness policies taint)

(define-library (harness policies taint)
  (export taint)
  (import (scheme base) (harness policy) (harness answers)
          (tein safe-regexp) (srfi 1) (harness shell) (harness session))
  (begin
    (define-policy taint
      "After something foreign was read, nothing leaves this machine unasked."
      (parameters
       (trusted '("localhost" "127.0.0.1") "hosts whose pages are not foreign")
       (action "ask" "what an objection does: deny, ask the user, or warn"))
      (post_tool payload
        (let ((source (or (asked payload) (fetched payload trusted))))
          (if (and source (not (known? source trusted)))
              (session-set! "policy taint" (beginning source)))
          '()))
      (pre_tool payload
        (if (sends? (payload-ref payload "tool_name" ""))
            (after-foreign (payload-ref payload "tool_name"))
        (judge-commands payload "\\b(curl|wget|push|scp|ssh|nc)\\b"
          (lambda (command)
            (if (leaves? command) (after-foreign (command-source command)) '()))
          #f
          %parts))))

    (define (after-foreign what)
      (let ((source (session-ref "policy taint")))
        (if source
            (object 'trusted (told "something foreign was read in this session (" source "), and this sends: " what))
            '())))

    ;; one of these stands in all that is objected to
    (define %parts
      '("curl" "wget" "scp" "ftp" "ssh" "nc" "telnet" "mail" "push" "pr" "issue"
        "gist" "publish" "docker" "podman" "aws" "gsutil" "gcloud" "twine" "gem"))

    ;; of what was read, as much as a user reads
    (define (beginning source)
      (if (<= (string-length source) 500)
          source
          (string-append (substring source 0 500) " ...")))

    ;; what a tool was asked for that reads what is elsewhere: its address, or the tool's name
    (define (asked payload)
      (let ((name (payload-ref payload "tool_name")) (url (payload-ref payload "arguments.url")))
        (and (string? name)
             (or (member name '("fetch_url" "web_search")) (regexp-search "^mcp:" name))
             (if (string? url) url name))))

    ;; the first address that a command line fetches and that is not trusted
    (define (fetched payload trusted)
      (let ((text (shell-text payload)))
        (and text
             (regexp-search "\\b(curl|wget|xh|https?|lynx|w3m)\\b" text)
             (let ((commands (shell-commands text)))
               (and (not (unparsed? commands))
                    (any (lambda (command)
                           (and (member (command-name command) '("curl" "wget" "http" "https" "xh" "lynx" "w3m"))
                                (let ((words (operands command "o" "output" "H" "header" "d" "data" "X" "u")))
                                  (find (lambda (word) (not (known? word trusted))) (map word-known words)))))
                         commands))))))

    (define (known? source trusted)
      (let ((host (or (url-host source) (url-host (string-append "http://" source)))))
        (and host (host-in? (regexp-replace ":\\d+$" host "") trusted))))

    ;; a tool of another server by whose name something is sent
    (define (sends? name)
      (and (string? name)
           (regexp-search "^mcp:.*(send|post|create|comment|publish|upload|reply|email|message|push|share|invite|notify)" name)))

    (define (leaves? command)
      (let ((name (command-name command)))
        (or (member name '("curl" "wget" "scp" "sftp" "ssh" "nc" "ncat" "rsync" "ftp" "telnet" "sendmail" "mail"))
            (runs? command "git" "push")
            (runs? command "gh" "pr") (runs? command "gh" "issue") (runs? command "gh" "gist")
            (and (member name '("npm" "pnpm" "yarn" "bun" "cargo" "poetry" "uv" "deno" "hatch" "flit"))
                 (equal? (command-verb command) "publish"))
            (and (member name '("docker" "podman" "gem")) (equal? (command-verb command) "push"))
            (equal? name "twine")
            (and (member name '("aws" "gsutil" "gcloud"))
                 (find-word "^(cp|mv|sync|rsync)$" (subcommand command))
                 (find-word "^(s3|gs)://" (command-arguments command)) #t))))))
