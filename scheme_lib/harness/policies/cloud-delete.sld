;;; (harness policies cloud-delete)

(define-library (harness policies cloud-delete)
  (export cloud-delete)
  (import (scheme base) (harness policy) (tein safe-regexp) (srfi 1)
          (harness shell))
  (begin
    (define-policy cloud-delete
      "Nothing is deleted, and nobody's rights are changed, at a cloud provider."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\b(aws|gcloud|az|gsutil|doctl|heroku)\\b"
          (lambda (command)
            (if (and (destroys? command (subcommand command))
                     (not (flag? command "dryrun" "dry-run"))
                     (not (equal? (last (command-words command)) "help")))
                (object #f (told "this deletes or opens something at a cloud provider: "
                                 (command-source command)))
                '()))
          '("aws" "gcloud" "az" "gsutil" "bq" "doctl" "heroku" "hcloud"
            "linode-cli" "oci" "s3cmd" "mc" "ibmcloud" "scw" "rclone" "gh" "glab" "vault" "fly" "flyctl" "doppler" "op"
            "vercel" "netlify" "wrangler" "supabase" "railway" "firebase" "eksctl" "kops" "civo" "exo" "upctl"
            "databricks" "snow" "python" "python3")
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("rb" "rm" "del" "destroy" "remove" "terminat" "purge" "deregister" "revoke" "disable" "detach" "release"
        "schedule-key" "policy" "acl" "access-key" "stop-" "unsubscribe" "authorize" "change-resource" "close-account"
        "login-profile" "assignment" "keys" "-d" "reset" "archive" "stop"))

    (define (destroys? command words)
      (let ((name (command-name command)))
        (cond ((member name '("python" "python3"))
               (let ((code (command-code command)))
                 (and code
                      (regexp-search "boto3|google\\.cloud|azure\\." code)
                      (regexp-search "\\.(delete|terminate|remove|purge)\\w*\\(" code)
                      #t)))
              ((null? words) #f)
              ((and (equal? name "gh") (equal? (car words) "api"))
               (and (find-word "^(-X|--method=)?(?i:delete)$" (command-arguments command))
                    (find-word "^/?(repos/[^/]+/[^/]+|orgs/[^/]+|user/keys/.*)$" words)
                    #t))
              ((equal? name "rclone")
               (and (member (car words) '("delete" "deletefile" "purge" "rmdir" "rmdirs" "cleanup")) #t))
              ((member name '("gh" "glab"))
               (and (pair? (cdr words))
                    (member (car words) '("repo" "ssh-key" "gpg-key" "secret" "variable" "project" "gist" "release" "environment" "issue"))
                    (member (cadr words) '("delete" "archive" "remove"))
                    #t))
              ((member name '("vault" "doppler" "op" "fly" "flyctl" "vercel" "netlify" "wrangler" "supabase" "railway"))
               (any destructive? (if (or (null? (cdr words)) (null? (cddr words))) words (list (car words) (cadr words) (caddr words)))))
              ((and (member name '("aws" "gsutil" "mc")) (member "sync" words)) (flag? command "delete"))
              ((equal? name "mc") (or (any destructive? words) (and (equal? (car words) "mirror") (flag? command "remove"))))
              ((and (member name '("gsutil" "gcloud")) (member "rsync" words))
               (flag? command "d" "delete-unmatched-destination-objects"))
              ((equal? name "aws")
               (or (any destructive? (verbs words)) (any opens? (verbs words))))
              ((equal? name "az")
               (or (any verb? words)
                   (and (equal? (car words) "role") (member "create" words) #t)))
              ((equal? name "gcloud")
               (or (any verb? words)
                   (and (member "keys" words) (member "create" words) #t)))
              (else (any destructive? words)))))

    (define (verb? word)
      (regexp-matches? "rb|rm|del|delete|destroy|remove|terminate|purge|revoke|disable|schedule-destroy|(add|remove|set)-iam-policy(-binding)?|delete-(batch|source|access-config|tags|rule)"
                       (word-known word)))

    ;; aws service verb: what stands behind is a value
    (define (verbs words)
      (if (or (null? (cdr words)) (null? (cddr words))) words (list (car words) (cadr words))))

    (define (opens? word)
      (regexp-matches?
       "authorize-security-group-.*|update-login-profile|create-login-profile|update-assume-role-policy|change-resource-record-sets|stop-.*|close-account|unsubscribe|.*-delete-.*|update-access-key|add-user-to-group|modify-image-attribute|add-permission"
       (word-known word)))

    (define (destructive? word)
      (regexp-matches?
       "rb|rm|del|delete|destroy|remove|terminate|purge|revoke|disable|(purge|delete|terminate|remove|deregister|revoke|disable|detach|release|schedule-key)-.*|.*:(delete|destroy|remove)|.*-(delete|destroy)|attach-(user|role|group)-policy|put-(user|role|bucket)-policy|put-bucket-acl|create-access-key|add-iam-policy-binding|apps:destroy|pg:reset"
       (word-known word)))))
