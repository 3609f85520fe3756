;;; (harness policies taint)

(define-library (harness policies taint)
  (export taint)
  (import (scheme base) (harness policy) (harness answers)
          (tein safe-regexp) (harness shell) (harness session))
  (begin
    (define-policy taint
      "After something foreign was read, nothing leaves this machine unasked."
      (parameters
       (trusted '("localhost" "127.0.0.1") "hosts whose pages are not foreign")
       (action "ask" "what an objection does: deny, ask the user, or warn"))
      (post_tool (tool_name arguments)
        (let* ((given (payload-ref arguments "url" ""))
               (url (if (string? given) given ""))
               (host (url-host url)))
          (if (and (string? tool_name) (foreign? tool_name)
                   (not (and host (host-in? host trusted))))
              (session-set! "policy taint" (beginning (if (string=? url "") tool_name url))))
          '()))
      (pre_tool payload
        (judge-commands payload "\\b(curl|wget|push|scp|ssh|nc)\\b"
          (lambda (command)
            (if (leaves? command)
                (let ((source (session-ref "policy taint")))
                  (if source
                      (object 'trusted (told "something foreign was read in this session (" source "), and this sends: " (command-source command)))
                      '()))
                '()))
          #f
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("curl" "wget" "scp" "ftp" "ssh" "nc" "telnet" "mail" "push" "pr" "issue"
        "gist" "publish"))

    ;; of what was read, as much as a user reads
    (define (beginning source)
      (if (<= (string-length source) 500)
          source
          (string-append (substring source 0 500) " ...")))

    (define (foreign? name)
      (or (member name '("fetch_url" "web_search"))
          (regexp-search "^mcp:" name)))

    (define (leaves? command)
      (let ((name (command-name command)))
        (or (member name '("curl" "wget" "scp" "sftp" "ssh" "nc" "ncat" "rsync" "ftp" "telnet" "sendmail" "mail"))
            (runs? command "git" "push")
            (runs? command "gh" "pr") (runs? command "gh" "issue") (runs? command "gh" "gist")
            (runs? command "npm" "publish"))))))
