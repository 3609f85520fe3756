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
            (if (and (any destructive? (subcommand command))
                     (not (flag? command "dryrun" "dry-run")))
                (object #f (told "this deletes or opens something at a cloud provider: "
                                 (command-source command)))
                '()))
          '("aws" "gcloud" "az" "gsutil" "bq" "doctl" "heroku" "hcloud"
            "linode-cli" "oci" "s3cmd" "mc" "ibmcloud" "scw"))))

    (define (destructive? word)
      (regexp-matches?
       "rb|rm|del|delete|destroy|remove|terminate|purge|(delete|terminate|remove|deregister|revoke|disable|detach|release|schedule-key)-.*|.*:(delete|destroy)|attach-(user|role|group)-policy|put-(user|role|bucket)-policy|put-bucket-acl|create-access-key|add-iam-policy-binding|apps:destroy|pg:reset"
       (word-known word)))))
