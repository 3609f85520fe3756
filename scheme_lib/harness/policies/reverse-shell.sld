;;; (harness policies reverse-shell)

(define-library (harness policies reverse-shell)
  (export reverse-shell)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp)
          (harness shell))
  (begin
    (define-policy reverse-shell
      "No shell is handed to another machine."
      (parameters)
      (pre_tool payload
        (let ((text (or (shell-text payload) "")))
          (if (regexp-search-any %texts text)
              (object #f "this hands a shell to another machine")
              (judge-commands payload "\\b(nc|ncat|netcat|socat)\\b"
                (lambda (command)
                  (if (hands-over? command)
                      (object #f (told "this hands a shell to another machine: "
                                       (command-source command)))
                      '()))
                #f
                '("nc" "netcat" "socat" "/dev/tcp/" "/dev/udp/"))))))

    (define %texts
      '("\\b(ba|z|da)?sh\\s+-i\\s*[0-9]*[<>]&"
        "[0-9&]*[<>]&?\\s*/dev/(tcp|udp)/"
        "socket\\.socket\\(.*(os\\.dup2|subprocess|pty\\.spawn)"
        "pty\\.spawn\\(.*socket|fsockopen\\(.*(exec|proc_open)"
        "\\bTCPSocket\\.(new|open)\\(.*exec"
        "Socket;.*exec\\s*\\{?[\"'(]*/bin/(ba)?sh"))

    (define (hands-over? command)
      (let ((name (command-name command)))
        (cond ((member name '("nc" "ncat" "netcat" "nc.traditional"))
               (flag? command "e" "exec" "c" "sh-exec"))
              ((equal? name "socat")
               (any (lambda (word)
                      (regexp-search "(?i)^(exec|system):" (word-known word)))
                    (command-arguments command)))
              ((member name '("sh" "bash" "zsh"))
               (any (lambda (redirect)
                      (regexp-search "/dev/(tcp|udp)/" (word-source (redirect-target redirect))))
                    (command-redirects command)))
              (else #f))))))
