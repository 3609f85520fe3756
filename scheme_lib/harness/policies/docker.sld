;;; (harness policies docker)

(define-library (harness policies docker)
  (export docker)
  (import (scheme base) (harness policy) (tein safe-regexp) (srfi 1)
          (harness shell))
  (begin
    (define-policy docker
      "Containers get no hold of this machine, and what they keep is not deleted."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\b(docker|podman)\\b"
          (lambda (command)
            (cond ((not (member (command-name command) '("docker" "podman" "docker-compose" "nerdctl" #f))) '())
                  ((deletes? command)
                   (object #f (told "this deletes what containers keep: " (command-source command))))
                  ((escapes? command)
                   (object #f (told "this gives a container the whole machine: " (command-source command))))
                  (else '())))
          '("docker" "podman" "docker-compose" "nerdctl" #f))))

    (define (deletes? command)
      (let* ((words (subcommand command)) (text (map word-source words)))
        (cond ((null? text) #f)
              ((member (car text) '("system" "volume" "image" "container" "builder" "network"))
               (and (pair? (cdr text))
                    (or (member (cadr text) '("prune" "reset"))
                        (and (equal? (car text) "container") (equal? (cadr text) "rm") (flag? command "v" "volumes"))
                        (and (equal? (car text) "volume") (member (cadr text) '("rm" "remove"))))))
              ((member (car text) '("stack" "secret" "config" "service"))
               (and (pair? (cdr text)) (member (cadr text) '("rm" "remove"))))
              ((equal? (car text) "swarm") (and (member "leave" text) #t))
              ((equal? (car text) "buildx") (and (member "prune" text) #t))
              ((member "down" text) (flag? command "v" "volumes" "rmi"))
              ((and (member (car text) '("compose" "rm")) (member "rm" text) (flag? command "v" "volumes")) #t)
              ((member (car text) '("rm" "rmi" "kill" "stop"))
               (or (any unnamed? text)
                   (and (member "xargs" (command-through command)) #t)))
              (else #f))))

    (define (unnamed? word) (regexp-search "\\$\\(|`" word))

    (define (escapes? command)
      (let ((words (subcommand command)))
        (and (pair? words)
             (member (car words) '("run" "create" "container" "exec" "compose"))
             (or (flag? command "privileged")
                 (any (lambda (word)
                        (regexp-search
                         "^(-v=?|--volume=|--mount=)?(type=bind,)?(source=|src=)?(/|~|/etc(/[^:,]*)?|/root|/root/[^:,]*|(~|\\$HOME|/home/[^/:,]*)/\\.(ssh|aws|kube|gnupg|config|docker)[^:,]*|/home|/boot|/dev|/var/run|/var/lib/docker|/var/run/docker\\.sock|/proc|/sys|\\$HOME)(:|,)|docker\\.sock|^(--pid|--net|--network|--ipc|--userns)=host$|^--cap-add=(ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|DAC_READ_SEARCH)|^--device=/dev/(sd|mem)"
                         (word-source word)))
                      (command-arguments command))
                 (and (member (option command "pid" "net" "network" "ipc") '("host")) #t)
                 (and (member (option command "cap-add")
                          '("ALL" "SYS_ADMIN" "SYS_PTRACE" "SYS_MODULE" "DAC_READ_SEARCH"))
                  #t)
                 (and (find-word "^(--security-opt=)?(seccomp|apparmor)[=:]unconfined$"
                                 (command-arguments command))
                      #t)))))))
