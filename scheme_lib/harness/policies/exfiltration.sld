;;; (harness policies exfiltration)

(define-library (harness policies exfiltration)
  (export exfiltration)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp)
          (harness shell))
  (begin
    (define-policy exfiltration
      "Files are not sent to other machines."
      (parameters
       (allowed '("localhost" "127.0.0.1" "[::1]") "hosts to which they may go, such as *.example.org"))
      (pre_tool payload
        (judge-commands payload "\\b(curl|wget|nc|scp|rsync|ftp)\\b"
          (lambda (command)
            (if (and (sends? command) (not (all-known? command allowed)))
                (object 'allowed (told "this sends files to another machine: "
                                       (command-source command)))
                '())))))

    (define (sends? command)
      (let ((name (command-name command)))
        (cond ((equal? name "curl")
               (or (flag? command "T" "upload-file")
                   (any (lambda (word) (regexp-search "^(-[dF]|--data.*|--form.*|--json)?=?([^=@]*=)?@." (word-source word)))
                        (command-arguments command))
                   (and (command-fed? command) (data-from-input? command))))
              ((equal? name "wget") (flag? command "post-file" "body-file"))
              ((member name '("nc" "ncat" "netcat")) (command-fed? command))
              ((member name '("scp" "rsync"))
               (let ((words (operands command "e" "i" "P" "rsh" "o" "F")))
                 (and (pair? words)
                      (regexp-search "^([^/]+:|rsync://)" (word-source (last words))))))
              ((member name '("sftp" "ftp" "lftp" "rclone" "magic-wormhole" "wormhole" "croc"))
               #t)
              (else #f))))

    (define (data-from-input? command)
      (any (lambda (word) (member word '("@-" "-" "-T-" "-d@-")))
           (command-arguments command)))

    (define (all-known? command allowed)
      (let ((hosts (filter-map (lambda (word) (host-of (word-known word)))
                               (command-arguments command))))
        (and (pair? hosts)
             (every (lambda (host) (host-in? host allowed)) hosts))))

    (define (host-of word)
      (or (url-host word)
          (let ((found (regexp-search "^(?:[\\w.-]+@)?([\\w.-]+):" word)))
            (and found (regexp-match-submatch found 1)))
          (and (member word '("localhost" "127.0.0.1")) word)))))
