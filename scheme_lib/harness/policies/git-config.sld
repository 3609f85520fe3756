;;; (harness policies git-config)

(define-library (harness policies git-config)
  (export git-config)
  (import (scheme base) (harness policy)
          (tein safe-regexp) (srfi 1) (harness shell))
  (begin
    (define-policy git-config
      "Git's settings beyond this repository, remotes, and where its programs come from stay as they are."
      (parameters
       (remotes #t "are changes of remotes objected to?"))
      (pre_tool payload
        (let ((answer (judge-settings payload remotes)))
          (if (null? answer)
              (judge-changes payload "gitconfig"
                (lambda (words)
                  (let ((found (find-word %files words)))
                    (if found (object #f (told "this changes git's settings: " (word-source found))) '())))
                %lines)
              answer))))

    (define %files "(^|/)\\.gitconfig$|^/etc/gitconfig$")
    (define %lines '(".gitconfig" "gitconfig"))

    (define (judge-settings payload remotes)
      (judge-commands payload "\\bgit\\b.*\\bconfig\\b"
        (lambda (command)
          (cond ((changes-settings? command)
                 (object #f (told "this changes git's settings: "
                                  (command-source command))))
                ((and remotes (changes-remotes? command))
                 (object 'remotes (told "this changes where pushes go: "
                                        (command-source command))))
                (else '())))
        '("git" #f)
        %parts))

    ;; one of these stands in all that is objected to
    (define %parts
      '("config" "remote"))

    (define (changes-settings? command)
      (and (runs? command "git" "config")
           (not (flag? command "get" "get-all" "get-regexp" "l" "list" "show-origin"))
           (not (member (%second (subcommand command)) '("get" "list")))
           (or (and (or (flag? command "global" "system") (elsewhere? command)) (writes? command))
               (and (any runs-programs? (subcommand command)) (writes? command)))))

    (define (%second words) (if (pair? (cdr words)) (cadr words) #f))

    (define (writes? command)
      (or (flag? command "unset" "unset-all" "add" "replace-all" "e" "edit"
                 "remove-section")
          (> (length (subcommand command)) 2)))

    (define (runs-programs? word)
      (regexp-matches?
       "(?i)(core\\.(sshcommand|editor|pager|fsmonitor|gitproxy|askpass)|credential\\..*|alias\\..*|url\\..*|diff\\.external|.*\\.(textconv|cmd|driver)|filter\\..*|include.*\\.path|gpg\\.(.*\\.)?program|pager\\..*|interactive\\.difffilter|sequence\\.editor|init\\.templatedir|http\\.(.*\\.)?(proxy|sslverify|sslcainfo|extraheader|cookiefile)|protocol\\..*allow)"
       (word-known word)))

    (define (elsewhere? command)
      (let ((file (option command "f" "file")))
        (and file (regexp-search "^[~/$]|^\\.\\." (word-source file)) #t)))

    (define (changes-remotes? command)
      (or (remote-by-name? command) (remote-by-setting? command)))

    (define (remote-by-setting? command)
      (and (runs? command "git" "config")
           (writes? command)
           (find-word "(?i)^(remote\\..*\\.(url|pushurl|push|proxy)|branch\\..*\\.(push)?remote)$"
                      (subcommand command))
           #t))

    (define (remote-by-name? command)
      (and (runs? command "git" "remote")
           (member (%second (subcommand command))
                   '("set-url" "add" "remove" "rm" "rename"))
           #t))))
