;;; (harness policies working-hours)

(define-library (harness policies working-hours)
  (export working-hours)
  (import (scheme base) (harness policy) (tein safe-regexp) (srfi 1)
          (harness shell) (harness facts))
  (begin
    (define-policy working-hours
      "Outside of working hours nothing is pushed, published or deployed."
      (parameters
       (from 8 "the hour at which they begin")
       (to 18 "the hour at which they end")
       (days '(0 1 2 3 4) "days of the week, 0 for Monday")
       (commands '("git push" "npm publish" "terraform apply" "kubectl apply" "kubectl delete"
                   "docker push" "helm upgrade" "cargo publish" "gh release" "fly deploy")
                 "what waits, as a program and its first word"))
      (once (begins (check-parameter 'from from (lambda (from) (and (integer? from) (<= 0 from 23)))
                                     "an hour from 0 to 23"))
            (hours (check-parameter 'to to (lambda (to) (and (integer? to) (< from to 25)))
                                    "an hour from 1 to 24 behind that of from"))
            (week (check-parameter 'days days
                                   (lambda (days) (every (lambda (day) (and (integer? day) (<= 0 day 6))) days))
                                   "numbers from 0, Monday, to 6"))
            (verbs (map (lambda (each) (last (cons "" (regexp-split " " each)))) commands)))
      (pre_tool payload
        (judge-commands payload "\\b(push|publish|apply|deploy)\\b"
          (lambda (command)
            (if (and (waits? command commands) (not (open? from to days)))
                (object 'commands (told "outside of working hours this waits: " (command-source command)))
                '()))
          #f
          verbs)))

    (define (waits? command commands)
      (let ((name (command-name command)) (words (subcommand command)))
        (and name
             (pair? words)
             (member (string-append name " " (word-known (car words))) commands))))

    (define (open? from to days)
      (and (memv (local-weekday) days)
           (<= from (local-hour))
           (< (local-hour) to)))))
