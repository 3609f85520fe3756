;;; (harness policies kubectl)

(define-library (harness policies kubectl)
  (export kubectl)
  (import (scheme base) (harness policy) (harness shell))
  (begin
    (define-policy kubectl
      "Clusters are looked at, not changed; some may be."
      (parameters
       (contexts '("minikube" "kind-kind" "docker-desktop" "k3d-dev")
                 "contexts, given by --context, that may be changed"))
      (pre_tool payload
        (judge-commands payload "\\b(kubectl|helm)\\b"
          (lambda (command)
            (if (and (changes? command)
                     (not (member (option command "context" "kube-context") contexts))
                     (not (tried-only? command)))
                (object 'contexts (told "this changes a cluster: " (command-source command)))
                '()))
          %programs)))

    (define (tried-only? command)
      (or (flag? command "help")
          (and (flag? command "dry-run")
               (not (equal? (option command "dry-run") "none")))))

    (define %programs
      '("kubectl" "oc" "k" "helm" "kustomize" "argocd" "flux" "minikube" "kind" "k3d" "eksctl"
        "velero" "helmfile" "istioctl" "microk8s" "k3s"))

    (define (changes? command)
      (let ((name (command-name command)) (words (subcommand command)))
        (cond ((null? words) #f)
              ((member name '("kubectl" "oc" "k"))
               (or (member (car words)
                           '("delete" "apply" "create" "replace" "patch" "edit" "scale"
                             "drain" "cordon" "uncordon" "taint" "annotate" "label"
                             "expose" "run" "set" "exec" "cp" "debug" "autoscale" "attach" "certificate"))
                   (and (equal? (car words) "auth") (pair? (cdr words)) (equal? (cadr words) "reconcile"))
                   (and (equal? (car words) "rollout") (pair? (cdr words))
                        (member (cadr words) '("restart" "undo" "pause" "resume")))
                   (and (equal? (car words) "config") (pair? (cdr words))
                        (not (member (cadr words) '("view" "get-contexts" "current-context" "get-clusters"))))))
              ((equal? name "helm")
               (member (car words) '("install" "upgrade" "uninstall" "delete" "rollback")))
              ((member name '("microk8s" "k3s"))
               (and (equal? (car words) "kubectl") (pair? (cdr words))
                    (member (cadr words) '("delete" "apply" "create" "replace" "patch" "edit" "scale"
                                           "drain" "cordon" "exec" "run" "set"))))
              ((member name '("minikube" "kind" "k3d" "eksctl" "velero" "helmfile" "istioctl"))
               (or (member (car words) '("delete" "destroy" "apply" "sync" "uninstall"))
                   (and (pair? (cdr words)) (equal? (cadr words) "delete"))))
              ((member name '("kustomize" "argocd" "flux"))
               (or (member (car words) '("delete" "sync" "uninstall" "reconcile" "suspend"))
                   (and (equal? name "argocd") (pair? (cdr words))
                        (member (cadr words) '("delete" "sync" "rm" "rollback" "set" "create")))))
              (else #f))))))
