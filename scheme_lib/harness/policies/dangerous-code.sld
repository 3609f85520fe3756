;;; (harness policies dangerous-code)

(define-library (harness policies dangerous-code)
  (export dangerous-code)
  (import (scheme base) (harness policy) (harness paths) (tein safe-regexp))
  (begin
    (define-policy dangerous-code
      "Code that is written has no well-known holes."
      (parameters
       (files '("*.py" "*.js" "*.ts" "*.jsx" "*.tsx" "*.php" "*.rb" "*.go" "*.java" "*.html" "*.vue" "*.mjs" "*.cjs")
              "files that are looked at, as in a .gitignore")
       (action "warn" "what an objection does: deny, ask the user, or warn"))
      (once (checked (check-lines 'files files)))
      (pre_tool payload
        (let ((path (written-path payload)) (text (written-text payload)))
          (if (and path text (path-matches? path files))
              (let ((found (and (first-found %holes text)
                                (first-found %holes (without-comments text)))))
                (if found
                    (object 'files (told path ": " (list-ref %dangers found)))
                    '()))
              '()))))

    (define (without-comments text) (regexp-replace-all "(?m)^[ \\t]*(#|//|\\*)[^\\n]*$" text ""))

    ;; two lists that nobody can change: the first is made into one search once
    (define-syntax define-holes
      (syntax-rules ()
        ((_ holes dangers (pattern . danger) ...)
         (begin (define holes '(pattern ...))
                (define dangers '(danger ...))))))

    (define-holes %holes %dangers
      ("\\bpickle\\.loads?\\(" . "pickle runs what it reads")
      ("\\byaml\\.load\\((?:[^)L]|L[^o])*\\)" . "yaml.load runs what it reads: use safe_load")
      ("\\bsubprocess\\.[A-Za-z_]+\\([^)]*shell\\s*=\\s*True" . "shell=True runs whatever the text says")
      ("\\bmarshal\\.loads?\\(" . "marshal runs what it reads")
      ("\\byaml\\.load\\([^)]*Loader\\s*=\\s*(yaml\\.)?(Unsafe|Full)?Loader\\b" . "yaml.load runs what it reads: use safe_load")
      ("(?:^|[^\\w.])exec\\(\\s*[^)\\s]" . "exec runs whatever the text says")
      ("\\b(system|exec|passthru|shell_exec|popen)\\(\\s*\\$_(GET|POST|REQUEST|COOKIE)" . "it runs whatever a visitor says")
      ("\\bset(Timeout|Interval)\\(\\s*['\"`]" . "it runs whatever the text says")
      ("\\bgetRuntime\\(\\)\\.exec\\(" . "exec runs whatever the text says")
      ("\\.run\\([^)]*\\bdebug\\s*=\\s*True" . "a debugger that everybody may use")
      ("\\btempfile\\.mktemp\\(" . "somebody else may make that file first: use mkstemp")
      ("\\.outerHTML\\s*=[^=]|\\.insertAdjacentHTML\\(" . "it runs scripts in the text")
      ("\\bos\\.(system|popen)\\(" . "os.system runs whatever the text says")
      ("\\bverify\\s*=\\s*False\\b" . "the server's certificate is not checked")
      ("\\bssl\\._create_unverified_context\\b" . "the server's certificate is not checked")
      ("rejectUnauthorized\\s*:\\s*false" . "the server's certificate is not checked")
      ("NODE_TLS_REJECT_UNAUTHORIZED['\"\\]]*\\s*[=:]\\s*['\"]?0" . "the server's certificate is not checked")
      ("InsecureSkipVerify\\s*:\\s*true" . "the server's certificate is not checked")
      ("\\.innerHTML\\s*=[^=]" . "innerHTML runs scripts in the text")
      ("dangerouslySetInnerHTML" . "it runs scripts in the text")
      ("\\bdocument\\.write\\(" . "document.write runs scripts in the text")
      ("(?:^|[^\\w.])eval\\(" . "eval runs whatever the text says")
      ("exec\\.Command\\(\"(ba)?sh\", \"-c\", [a-z]" . "it runs whatever the text says")
      ("\\bnew Function\\(" . "it runs whatever the text says")
      ("\\bchild_process\\b[^\\n]*\\bexec\\(|\\bexecSync\\(\\s*`" . "exec runs whatever the text says")
      ("(?i)(execute|query)\\(\\s*f[\"'][^\"']*\\b(select|insert|update|delete)\\b" . "a value in the text of a query: use a parameter")
      ("(?i)[\"']\\s*(select|insert|update|delete)\\b[^\"']*[\"']{1,2}\\s*(\\+|%)\\s*[\\w(]" . "a value in the text of a query: use a parameter")
      ("(?i)\\b(execute|query|raw)\\(\\s*`\\s*(select|insert|update|delete)\\b[^`]*\\$\\{" . "a value in the text of a query: use a parameter")
      ("(?i)\"\\s*(select|insert|update|delete)\\b[^\"\\n]*\"\\s*\\.\\s*\\$_(get|post|request|cookie)" . "a value in the text of a query: use a parameter")
      ("\\b(system|exec|spawn)[( ]\\s*\"[^\"\\n]*#\\{" . "it runs whatever the text says")
      ("\\brender_template_string\\(\\s*[A-Za-z_]" . "a template runs what it says")
      ("(?i)\\bhref\\s*=\\s*[\"']javascript:" . "a script in an address")
      ("query\\(\\s*\"[^;\\n]*\"\\s*\\.\\s*\\$" . "a value in the text of a query: use a parameter")
      ("\\bhashlib\\.(md5|sha1)\\([^)]*passw" . "a password wants a slow hash")
      ("Access-Control-Allow-Origin['\"]?\\s*[:,]\\s*['\"]\\*" . "every site may read this"))))
