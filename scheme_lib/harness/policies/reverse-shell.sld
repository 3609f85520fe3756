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
        (let* ((text (or (shell-text payload) ""))
               (suspicious? (regexp-search-any %texts text)))
          (judge-commands payload
            (if suspicious? "" "\\b(nc|ncat|netcat|socat)\\b")
            (let ((connected? #f))
              (lambda (command)
                (cond ((or (hands-over? command)
                           (and suspicious? (hands-a-shell? command))
                           (and connected? (command-piped? command)
                                (member (command-name command) %shells)
                                (null? (operands command))))
                       (object #f (told "this hands a shell to another machine: "
                                        (command-source command))))
                      ((connects? command) (set! connected? #t) '())
                      (else '()))))
            #f
            (if suspicious?
                #f
                '("nc" "netcat" "socat" "/dev/tcp/" "/dev/udp/" "telnet" "s_client" "/inet/" "ztcp"
                  ".connect("))))))

    (define %shells '("sh" "bash" "zsh" "dash" "ksh" "ash"))

    (define (connects? command)
      (or (member (command-name command) '("nc" "ncat" "netcat" "telnet" "socat"))
          (runs? command "openssl" "s_client")))

    ;; who only tells of it does not do it
    (define (hands-a-shell? command)
      (and (not (member (command-name command) '("echo" "printf" "grep" "rg" "git" "cat" "gh" "ag")))
           (or (regexp-search-any %texts (command-source command))
               (regexp-search "\\b(ba|z|da)?sh\\b.*\\s-\\w*i" (command-source command))
               (not (equal? (command-name command) "")))
           (or (pair? (command-redirects command))
               (command-code command))
           (let ((there (find-word "^/dev/(tcp|udp)/" (map redirect-target (command-redirects command)))))
             (if there
                 (not (regexp-search "^/dev/(tcp|udp)/(localhost|127\\.|\\[?::1)" (word-source there)))
                 (or (regexp-search-any %texts (command-source command))
                     (regexp-search "\\b(ba|z|da)?sh\\b.*\\s-\\w*i" (command-source command)))))))

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
              ((member name '("awk" "gawk" "node" "zsh" "ztcp"))
               (or (equal? name "ztcp")
                   (let ((code (or (command-code command) "")))
                     (or (regexp-search "/inet/(tcp|udp)/" code)
                         (and (regexp-search "net['\"]?\\)?\\.connect|new net\\.Socket|\\.connect\\(" code)
                              (regexp-search "child_process|spawn\\(|exec\\(" code))))))
              ((member name '("sh" "bash"))
               (any (lambda (redirect)
                      (regexp-search "/dev/(tcp|udp)/" (word-source (redirect-target redirect))))
                    (command-redirects command)))
              (else #f))))))
