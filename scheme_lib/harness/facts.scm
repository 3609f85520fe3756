;;; Bodies of (harness facts).

;;; asking the host

(define-syntax %fact
  (syntax-rules ()
    ((_ name told ...) (ask-host "fact" "name" name told ...))))

;;; what a home declares

(define-record-type <fact-failure>
  (make-fact-failure reason exit)
  fact-failure?
  (reason fact-failure-reason)
  (exit fact-failure-exit))

;;> (fact name) -> what the command of [facts.NAME] in chibi-hooks.toml prints,
;;> a string without blanks around it; a value for which fact-failure? is true
;;> when it fails or takes too long. It is run at most once within its ttl.
(define (fact name)
  (let ((told (%fact (if (symbol? name) (symbol->string name) name))))
    (if (pair? told)
        (let ((output (assoc "output" told)))
          (if output
              (cdr output)
              (make-fact-failure (cdr (assoc "failed" told))
                                 (%or-false (cdr (assoc "exit" told))))))
        (%or-false told))))

;;> (fact-failure? x) -> is it what `fact` gives for a command that failed?
;;> (fact-failure? "passed") => #f

;;> (fact-failure-reason failure) -> why, a string.

;;> (fact-failure-exit failure) -> the exit code of the command, or #f.

;;; git, as its files tell it

;;> (git-root) -> the working tree that the agent is in, #f when there is none.
(define (git-root) (%or-false (%fact "git-root")))

;;> (git-branch) -> the branch that is checked out, #f for none.
(define (git-branch) (%or-false (%fact "git-branch")))

;;> (git-head) -> the commit that is checked out, #f before the first one.
(define (git-head) (%or-false (%fact "git-head")))

;;> (git-dirty?) -> have tracked files changed since that commit? 'unknown when
;;> that cannot be told.
(define (git-dirty?)
  (let ((told (%fact "git-dirty")))
    (if (boolean? told) told 'unknown)))

;;; where and who

;;> (project-root) -> the directory of the project, a string.
(define (project-root) (%fact "root"))

;;> (current-user) -> the name of the user, a string.
(define (current-user) (%fact "user"))

;;> (host-name) -> the name of the machine, a string.
(define (host-name) (%fact "host"))

;;> (real-path path) -> where it leads once links are followed, an absolute
;;> path; a relative one is taken from where the agent is.
(define (real-path path) (%fact "real-path" "path" path))

;;> (find-outside paths directories) -> the first of the paths that lies, or
;;> leads through a link, neither into the project nor into one of these
;;> directories, or #f. Relative ones are taken from where the agent is, and ~
;;> is the home of the user. They may be words of a command, too (see (harness
;;> shell)): of one that only the run would tell its beginning counts. Who asks
;;> again and again about the same directories may give a vector of them.
(define (find-outside paths directories)
  (%or-false (%fact "outside" "paths" (%known-texts paths)
                    "directories" (%known-texts directories))))

;;; when

;;> (fire-time) -> seconds since 1970: of the fire, not of the call.
(define (fire-time) (%fact "time"))

;;> (local-hour) -> the hour of the fire by the local clock, 0 to 23.
(define (local-hour) (list-ref (%fact "local-time") 3))

;;> (local-weekday) -> 0 for Monday to 6 for Sunday.
(define (local-weekday) (list-ref (%fact "local-time") 6))

;;> (local-date) -> a list of year, month and day.
(define (local-date)
  (let ((told (%fact "local-time")))
    (list (car told) (cadr told) (list-ref told 2))))

(define (%or-false told) (if (eq? told 'null) #f told))
