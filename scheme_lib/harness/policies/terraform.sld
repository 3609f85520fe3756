;;; (harness policies terraform)

(define-library (harness policies terraform)
  (export terraform)
  (import (scheme base) (harness policy) (harness shell))
  (begin
    (define-policy terraform
      "Infrastructure is planned here, and changed by people."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\b(terraform|tofu|pulumi|cdk)\\b"
          (lambda (command)
            (if (changes? command)
                (object #f (told "this changes infrastructure: "
                                 (command-source command) "; show a plan instead"))
                '()))
          %programs)))

    (define %programs
      '("terraform" "tofu" "terragrunt" "pulumi" "cdk" "serverless" "sls"
        "sst" "eb" "fly" "flyctl" "vercel" "netlify" "firebase" "copilot"
        "wrangler" "ansible-playbook" "aws"))

    (define (changes? command)
      (let ((name (command-name command)) (words (subcommand command)))
        (cond ((null? words) (flag? command "auto-approve"))
              ((member name '("terraform" "tofu" "terragrunt"))
               (or (member (car words) '("apply" "destroy" "taint" "untaint" "import" "force-unlock" "run-all"))
                   (and (equal? (car words) "state") (pair? (cdr words))
                        (member (cadr words) '("rm" "mv" "push" "replace-provider")))
                   (and (equal? (car words) "workspace") (pair? (cdr words))
                        (equal? (cadr words) "delete"))))
              ((equal? name "pulumi")
               (member (car words) '("up" "update" "destroy" "refresh" "import" "cancel")))
              ((equal? name "cdk") (member (car words) '("deploy" "destroy" "bootstrap")))
              ((member name '("serverless" "sls" "sst" "eb" "fly" "flyctl" "vercel" "netlify" "firebase" "copilot" "wrangler"))
               (or (member (car words) '("deploy" "remove" "destroy" "terminate" "delete"))
                   (flag? command "prod")))
              ((equal? name "ansible-playbook") (not (flag? command "check" "C" "syntax-check" "list-tasks" "list-hosts")))
              ((equal? name "aws")
               (and (equal? (car words) "cloudformation") (pair? (cdr words))
                    (member (cadr words) '("deploy" "delete-stack" "create-stack" "update-stack"))))
              (else #f))))))
