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
            (if (and (or (sends? command) (tells-a-file? command))
                     (not (all-known? command allowed)))
                (object 'allowed (told "this sends files to another machine: "
                                       (command-source command)))
                '()))
          #f
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("curl" "wget" "dig" "nslookup" "host" "ping" "http" "xh" "nc" "netcat"
        "telnet" "socat" "ssh" "mail" "mutt" "openssl" "aws" "gsutil" "gcloud"
        "s3cmd" "mc" "az" "gh" "scp" "rsync" "ftp" "rclone" "wormhole" "croc" "/dev/tcp/"
        "/dev/udp/" ".post(" ".put(" ".patch(" "urlopen" "fetch("))

    ;; what a file says, in an address, a header or a name that is asked for
    (define (tells-a-file? command)
      (or (and (member (command-name command)
                       '("curl" "wget" "dig" "nslookup" "host" "ping" "http" "https" "xh"))
               (any (lambda (word)
                      (and (word-unknown? word)
                           (regexp-search "(\\$\\(|`)\\s*(<|(cat|base64|head|tail|xxd|od|gzip|tar|grep|sed|awk|jq|cut)\\b)"
                                          (word-source word))))
                    (command-arguments command)))
          (let ((redirects (command-redirects command)))
            (and (pair? redirects)
                 (any (lambda (redirect)
                        (regexp-search "^/dev/(tcp|udp)/" (word-known (redirect-target redirect))))
                      redirects)))
          (let ((code (command-code command)))
            (and code
                 (regexp-search "\\.(post|put|patch)\\(|urlopen\\([^)]*data|http\\.client|fetch\\([^)]*method" code)
                 (regexp-search "open\\(|read(File|_text|_bytes)|Path\\(" code)))))

    (define (sends? command)
      (let ((name (command-name command)))
        (cond ((equal? name "curl")
               (or (flag? command "T" "upload-file")
                   (any (lambda (word) (regexp-search "^(-[dF]|--data.*|--form.*|--json)?=?([^=@]*=)?@." (word-source word)))
                        (command-arguments command))
                   (let ((named (option command "data-urlencode")))
                     (and named (regexp-search "^[^=]*@." (word-source named)) #t))
                   (and (command-fed? command) (data-from-input? command))))
              ((equal? name "wget") (flag? command "post-file" "body-file"))
              ((member name '("nc" "ncat" "netcat" "telnet" "socat"))
               (or (command-fed? command)
                   (any (lambda (word) (regexp-search "(?i)^(file|open|exec|system):" (word-known word)))
                        (command-arguments command))))
              ((member name '("ssh" "mail" "mailx" "mutt" "sendmail" "http" "https" "xh"))
               (and (command-fed? command) (not (command-input command))))
              ((equal? name "openssl")
               (and (runs? command "openssl" "s_client") (command-fed? command)
                    (not (command-input command))))
              ((member name '("aws" "gsutil" "gcloud" "s3cmd" "mc" "az"))
               (uploads? (operands command)))
              ((equal? name "gh") (runs? command "gh" "gist" "create"))
              ((member name '("scp" "rsync"))
               (let ((words (operands command "e" "i" "P" "rsh" "o" "F")))
                 (and (pair? words)
                      (regexp-search "^([^/]+:|rsync://)" (word-source (last words))))))
              ((member name '("sftp" "ftp" "lftp" "rclone" "magic-wormhole" "wormhole" "croc"))
               #t)
              (else #f))))

    ;; cp, sync or mv to the cloud: the last of two places is there, the other not
    (define (uploads? words)
      (and (any (lambda (word) (member word '("cp" "sync" "mv" "put" "rsync" "upload"))) words)
           (regexp-search "^(s3|gs|az|https)://" (word-known (last words)))
           (let ((from (cdr (reverse words))))
             (and (pair? from)
                  (not (regexp-search "^(s3|gs|az)://" (word-known (car from))))))))

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
