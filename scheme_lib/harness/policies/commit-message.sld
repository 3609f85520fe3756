;;; (harness policies commit-message)

(define-library (harness policies commit-message)
  (export commit-message)
  (import (scheme base) (harness policy)
          (tein safe-regexp) (only (srfi 130) string-contains)
          (harness shell))
  (begin
    (define-policy commit-message
      "The first line of a commit's message has a certain form."
      (parameters
       (form "^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\\([^)]+\\))?!?: \\S"
             "what the first line matches, a regular expression")
       (longest 72 "characters that it may have"))
      (once (pattern (check-parameter 'form form expression? "a regular expression"))
            (some (check-parameter 'longest longest count? "a whole number from 1")))
      (pre_tool payload
        (judge-commands payload "\\bgit\\b.*\\bcommit\\b"
          (lambda (command)
            (let ((text (and (string=? (command-verb command) "commit")
                             (or (option command "m" "message") (filed command)))))
              (if (string? text) (judge text form pattern longest) '())))
          '("git"))))

    (define (expression? text)
      (guard (e (#t #f)) (regexp text) #t))

    ;; git commit -F -: what it is fed, where the text says it
    (define (filed command)
      (and (flag? command "F" "file") (command-input command)))

    (define (first-line text)
      (let ((end (string-contains text "\n")))
        (if end (substring text 0 end) text)))

    (define (judge text form pattern longest)
      (let ((line (first-line text)))
        (cond ((not (regexp-search pattern line))
               (object 'form (told "the first line of this message does not match " form)))
              ((> (string-length line) longest)
               (object 'longest (told "the first line of this message has more than "
                                      longest " characters")))
              (else '()))))))
