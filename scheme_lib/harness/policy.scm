;;; Bodies of (harness policy).

;;; definition

;;> (define-policy name doc (parameters (name default doc) ...)
;;>   (point (field ...) body ...) ...) defines a policy: hooks whose bodies see
;;> the fields of the payload, as in define-hook, and the parameters as
;;> variables. A body answers as a hook does, or with an objection (see object).
;;> (once (variable expression) ...) after the parameters computes what bodies
;;> need of them, one after the other, when the policy is switched on.
;;> Every policy has a parameter more, action: "deny", "ask" or "warn".
(define-syntax define-policy
  (syntax-rules (parameters once)
    ((_ name doc (parameters given ...) (once binding ...) clause ...)
     (%define-policy name doc (given ...) (binding ...) clause ...))
    ((_ name doc (parameters given ...) clause ...)
     (%define-policy name doc (given ...) () clause ...))
    ((_ . rest) (%no-policy rest))))

(define-syntax %define-policy
  (syntax-rules ()
    ((_ name doc ((parameter default parameter-doc) ...) (binding ...)
        (point fields body0 body ...) ...)
     (define name
       (%make-policy
        'name doc
        (lambda () (%with-action (list (list 'parameter default parameter-doc) ...)))
        '(point ...)
        (lambda (%given)
          (let* ((parameter (%given 'parameter)) ... binding ...)
            (list (cons 'point
                        (%deciding 'name (%given 'action)
                                   (lambda (payload)
                                     (let-fields payload fields
                                       body0 body ...))))
                  ...))))))
    ((_ name doc parameters bindings . clauses)
     (%no-policy (name doc parameters . clauses)))))

(define-syntax %no-policy
  (syntax-rules ()
    ((_ form)
     (syntax-error
      "wanted (define-policy name doc (parameters (name default doc) ...) (point (field ...) body ...) ...), got"
      (define-policy . form)))))

;;> (object parameter text) -> an objection, for a policy to answer with: it is
;;> refused, or asked about, or warned of, as the policy's action says; the text
;;> goes on with the name of the policy, and of the parameter that decided, a
;;> symbol, or #f for none.
;;> (pair? (object 'allowed "no")) => #f
(define (object parameter text) (%make-objection parameter text))

(define-record-type <objection>
  (%make-objection parameter text)
  %objection?
  (parameter %objection-parameter)
  (text %objection-text))

(define %action
  '(action "deny" "what an objection does: deny, ask the user, or warn"))

;; The parameters of a policy; some say themselves what their action is.
(define (%with-action parameters)
  (if (assq 'action parameters)
      parameters
      (append parameters (list %action))))

;; A hook that turns objections into answers.
(define (%deciding name action procedure)
  (if (not (member action '("deny" "ask" "warn")))
      (error (string-append (symbol->string name)
                            ": action: wanted deny, ask or warn, got "
                            (%as-toml action))))
  (lambda (payload)
    (let ((answer (procedure payload)))
      (if (%objection? answer)
          (%answer action (%told name answer))
          answer))))

(define (%told name objection)
  (let ((parameter (%objection-parameter objection)))
    (string-append (%objection-text objection)
                   " [policy " (symbol->string name)
                   (if parameter
                       (string-append ", parameter " (symbol->string parameter))
                       "")
                   "]")))

;; Where the user cannot be asked or warned it is the next stricter, or looser.
(define (%answer action text)
  (cond ((string=? action "warn") (if (%takes? 'warn) (warn text) '()))
        ((and (string=? action "ask") (%takes? 'ask)) (ask text))
        ((%takes? 'output) (rewrite-output text))
        (else (deny text))))

(define (%takes? field)
  (let ((legal (answer-fields)))
    (and legal (memq field legal) #t)))

;;; what a policy is

(define-record-type <policy>
  (%make-policy name doc parameters points maker)
  policy?
  (name policy-name)
  (doc policy-doc)
  (parameters %policy-parameters)
  (points policy-points)
  (maker %policy-maker))

;;> (policy? x) -> is it a policy?
;;> (policy? car) => #f

;;> (policy-name policy) -> its name, a symbol.

;;> (policy-doc policy) -> what it is for, a string.

;;> (policy-points policy) -> the hook points at which it answers, symbols.

;;> (policy-parameters policy) -> its parameters: lists of name, default, doc.
;; Made anew each time: worlds share the policy, and none may change it.
(define (policy-parameters policy) ((%policy-parameters policy)))

;;> (policy-parameter policy name) -> the default of a parameter.
(define (policy-parameter policy name)
  (let ((found (assq name (policy-parameters policy))))
    (if found
        (cadr found)
        (error (string-append (symbol->string (policy-name policy))
                              ": there is no such parameter")
               name))))

;;> (policy-hooks policy given) -> its hooks, pairs of point and procedure; the
;;> parameters that are given are an alist of names and values.
(define (policy-hooks policy given)
  (if (not (policy? policy)) (error "policy-hooks: wanted a policy" policy))
  (for-each (lambda (entry) (%check policy (%symbol (car entry)) (cdr entry)))
            given)
  ((%policy-maker policy)
   (lambda (name)
     (let loop ((given given))
       (cond ((null? given) (policy-parameter policy name))
             ((eq? (%symbol (caar given)) name) (cdar given))
             (else (loop (cdr given))))))))

(define (%symbol x) (if (string? x) (string->symbol x) x))

(define (%check policy name value)
  (let ((known (assq name (policy-parameters policy))))
    (cond ((not known)
           (error (string-append (symbol->string (policy-name policy))
                                 ": there is no parameter "
                                 (symbol->string name) "; there are "
                                 (%listed (map (lambda (each)
                                                 (symbol->string (car each)))
                                               (policy-parameters policy))))))
          ((not (%like? value (cadr known)))
           (error (string-append (symbol->string (policy-name policy)) ": "
                                 (symbol->string name)
                                 ": wanted something like "
                                 (%as-toml (cadr known)) ", got "
                                 (%as-toml value)))))))

;; A value as it is written in chibi-hooks.toml.
(define (%as-toml x)
  (cond ((string? x) (string-append "\"" x "\""))
        ((number? x)
         (let ((text (number->string x)))
           (cond ((assoc text '(("+inf.0" . "inf") ("-inf.0" . "-inf") ("+nan.0" . "nan"))) => cdr)
                 (else text))))
        ((boolean? x) (if x "true" "false"))
        ((and (list? x) (not (and (pair? x) (pair? (car x)))))
         (string-append "[" (%listed (map %as-toml x)) "]"))
        (else "a table")))

(define (%listed texts)
  (cond ((null? texts) "")
        ((null? (cdr texts)) (car texts))
        (else (string-append (car texts) ", " (%listed (cdr texts))))))

;; A value is like the default of its parameter: lists of texts, texts, ...
(define (%like? value default)
  (cond ((string? default) (string? value))
        ((boolean? default) (boolean? value))
        ((number? default) (number? value))
        ((and (pair? default) (string? (car default)))
         (and (list? value) (%all-strings? value)))
        ((or (null? default) (pair? default)) (list? value))
        (else #t)))

(define (%all-strings? list)
  (or (null? list)
      (and (string? (car list)) (%all-strings? (cdr list)))))

;;; what policies often need

;;> (check-parameter name value right? wanted) -> the value of a parameter; one of
;;> which right? is not true is an error that says what was wanted, told where the
;;> policy is switched on: for once, in define-policy.
;;> (check-parameter 'hours 8 (lambda (x) (<= 0 x 24)) "hours of a day") => 8
(define (check-parameter name value right? wanted)
  (if (right? value)
      value
      (error (string-append (symbol->string name) ": wanted " wanted ", got "
                            (%as-toml value)))))

;;> (check-lines name value) -> a parameter whose value is lines of a .gitignore.
;;> (check-lines 'files '("*.pem" "dist/")) => ("*.pem" "dist/")
(define (check-lines name value)
  (check-parameter name value %gitignore-lines?
                   "lines of a .gitignore"))

;;> (count? value) -> whether it is a whole number from 1, as most parameters that
;;> say how many must be.
;;> (count? 3.5) => #f
(define (count? value)
  (and (rational? value) (integer? value) (>= value 1)))

;;> (regexp-case text (pattern body ...) ... (else body ...)) -> the bodies of
;;> the first clause whose pattern is found in the text; a clause
;;> (pattern => procedure) calls the procedure with the match.
;;> (regexp-case "v1.20" ("^v([0-9]+)" => (lambda (m) (regexp-match-submatch m 1)))
;;>   (else "none")) => "1"
(define-syntax regexp-case
  (syntax-rules (else =>)
    ((_ text clause ...)
     (let ((subject text)) (%regexp-clauses subject clause ...)))))

(define-syntax %regexp-clauses
  (syntax-rules (else =>)
    ((_ subject) #f)
    ((_ subject (else body ...)) (let () body ...))
    ((_ subject (pattern => procedure) clause ...)
     (let ((match (regexp-search pattern subject)))
       (if match
           (procedure match)
           (%regexp-clauses subject clause ...))))
    ((_ subject (pattern body ...) clause ...)
     (if (regexp-search pattern subject)
         (let () body ...)
         (%regexp-clauses subject clause ...)))))

;;> (judge-commands payload mentioned judge [programs [parts]]) -> what `judge`,
;;> called with each simple command of a call of the shell, says first that is not
;;> (); () for other calls. With programs, a list of names, it is called with
;;> commands of these names only, and a text that cannot run them is not even read;
;;> an #f among them stands for those whose name nobody can tell; #f for all. With
;;> parts, a list of texts, a text is not read whose commands' words, assignments
;;> and redirects surely have none of these in them; or with a pattern, that is not
;;> found in it without quotes and in small letters. A text that is read, and that
;;> nobody can read, is objected to; text for another shell than sh, and a text in
;;> it that does not parse, where the pattern `mentioned` is found.
;;> (judge-commands '(("tool_name" . "shell_exec")
;;>                   ("arguments" ("command" . "cd x; ls")))
;;>                 "ls" command-name '("ls")) => "ls"
(define judge-commands
  (case-lambda
    ((payload mentioned judge) (%judge-commands payload mentioned judge #f #f))
    ((payload mentioned judge programs)
     (%judge-commands payload mentioned judge programs #f))
    ((payload mentioned judge programs parts)
     (%judge-commands payload mentioned judge programs parts))))

(define (%judge-commands payload mentioned judge programs parts)
  (let ((found (%commands-to-judge payload mentioned programs parts)))
    (if (string? found) (%unread found) (%first judge found))))

(define (%first judge commands)
  (if (null? commands)
      '()
      (let ((answer (judge (car commands))))
        (if (null? answer) (%first judge (cdr commands)) answer))))

;;> (judge-changes payload mentioned judge [lines]) -> what `judge`, called with the
;;> words for the files that a call writes or deletes or a command line changes
;;> (see command-changes), says; () where there are none. A text that cannot be read
;;> is objected to where the pattern `mentioned` is found in it. With lines of a
;;> .gitignore a text that surely touches nothing that they name is not even read.
;;> (judge-changes '(("tool_name" . "shell_exec")
;;>                  ("arguments" ("command" . "cd x; rm y")))
;;>                "rm" car) => "x/y"
(define (judge-changes payload mentioned judge . lines)
  (let ((words (%changes-to-judge payload mentioned (and (pair? lines) (car lines)))))
    (if (pair? words)
        (let ((answer (%judge judge words)))
          (if (null? answer) (%changed-by-tool payload judge) answer))
        (if (string? words) (%unread words) (%changed-by-tool payload judge)))))

;; What a tool changes that its arguments name, whether or not it takes a command besides.
(define (%changed-by-tool payload judge)
  (let ((path (written-path payload)))
    (cond (path (judge (list path)))
          ((%changes-files? (%of payload "tool_name"))
           (let ((paths (tool-paths payload)))
             (if (null? paths) '() (judge (append paths (map %whole paths))))))
          (else '()))))

;; Another server's tools are known by their names only.
(define (%changes-files? name)
  (and (string? name)
       (or (string=? name "Delete")
           (regexp-search "(?i)^mcp:.*(write|edit|create|delete|remove|move|rename|save|update|append|patch|replace|insert|put_|overwrite|trunc|unlink|trash|symlink|copy|chmod|chown|touch|apply|modify|download|extract|unzip|mkdir|wipe|clear|erase|destroy|[/_-](set_|store_|change_|(mv|rm|cp|ln|put|del|sed)([_-]|$)))"
                          name))))

(define (%whole path) (string-append path "/"))

;;> (judge-words payload mentioned words-of judge [lines]) -> what `judge`, called
;;> with all words that `words-of` gives for the simple commands, says; () where
;;> there are none. A text that cannot be read is objected to as above; the lines
;;> are as above.
;;> (judge-words '(("tool_name" . "shell_exec")
;;>                ("arguments" ("command" . "cat x y")))
;;>              "cat" command-reads cadr) => "y"
(define (judge-words payload mentioned words-of judge . lines)
  (let ((text (shell-text payload)))
    (if (and text
             (or (null? lines)
                 (%may-touch? text (car lines) mentioned)))
        (let ((commands (%commands-to-judge payload mentioned #f #f)))
          (if (string? commands)
              (%unread commands)
              (%judge judge (%words words-of commands))))
        '())))

(define (%judge judge words)
  (cond ((null? words) '())
        ((string? words) (%unread words))
        (else (judge words))))

(define (%words words-of commands)
  (if (null? commands)
      '()
      (let ((words (words-of (car commands)))
            (others (%words words-of (cdr commands))))
        (cond ((null? words) others)
              ((null? others) words)
              (else (append words others))))))

(define (%unread reason)
  (object #f (string-append "This command line cannot be judged: " reason)))

;;> (shell-text payload) -> the command line of a call of the shell, or #f.
;;> (shell-text '(("tool_name" . "find"))) => #f

;; What stands under a key, #f without: every policy asks, at every fire.
(define (%of alist key)
  (and (pair? alist)
       (let ((found (assoc key alist)))
         (and found (cdr found)))))

;;> (first-found expressions text) -> the number of an expression that is in the
;;> text, or #f. A long text is looked at in parts, which share some lines: so
;;> many expressions in one scan of it would be refused.
;;> (first-found '("a+b" "c+d") "xx ccd") => 1
(define (first-found expressions text)
  (let ((size (string-length text)))
    (let loop ((from 0))
      (let* ((to (min size (+ from %part)))
             (whole? (and (= from 0) (= to size)))
             (part (if whole? text (substring text from to)))
             (found (regexp-search-any expressions part)))
        (cond (found (car found))
              ((< to size) (loop (- to %shared)))
              (else #f))))))

(define %part 200000)
(define %shared 2000)

;;> (written-text payload) -> the text that a call writes into a file, or #f.
;;> (written-text '(("tool_name" . "write_file")
;;>                 ("arguments" ("content" . "x")))) => "x"

;;> (written-path payload) -> the path of the file that a call writes, or #f.
;;> (written-path '(("tool_name" . "write_file") ("arguments" ("path" . "x"))))
;;> => "x"

;;> (runs? command name word ...) -> does it run this program, with these
;;> words where a subcommand stands?
;;> (runs? (car (shell-commands "git -C x push -f")) "git" "push") => #t

;;> (call-urls payload) -> the texts of a call that may be URLs: its url, and of
;;> another server's tool those that stand where one does, or have none but its form.
;;> (call-urls '(("tool_name" . "mcp:web/get")
;;>              ("arguments" ("page" ("href" . "https://example.org/")))))
;;> => ("https://example.org/")
(define (call-urls payload)
  (let ((name (payload-ref payload "tool_name")))
    (if (and (string? name) (> (string-length name) 4) (string=? (substring name 0 4) "mcp:"))
        (reverse (%urls-in (payload-ref payload "arguments") #f '()))
        (let ((url (payload-ref payload "arguments.url"))) (if (string? url) (list url) '())))))

(define (%urls-in x named? found)
  (cond ((string? x) (if (%url? x named?) (cons x found) found))
        ((not (pair? x)) found)
        ((and (pair? (car x)) (string? (caar x)))  ; a member of an object, or a list of texts
         (%urls-in (cdr x) named?
                   (if (and (member (caar x) '("host" "hostname")) (string? (cdar x)) (not (regexp-search "[\\s/]" (cdar x))))
                       (cons (string-append "//" (cdar x)) found)
                       (%urls-in (cdar x) (%names-url? (caar x))
                                 (if (%url? (caar x) #f) (cons (caar x) found) found)))))
        (else (%urls-in (cdr x) named? (%urls-in (car x) named? found)))))

(define (%url? text named?)
  (and (< (string-length text) 8000)
       (if named?
           (not (regexp-search "\\s\\S*\\s" text))
           (regexp-matches? "\\s*(?i:https?|wss?|ftp):[^\\s]*\\s*" text))))

(define (%names-url? key)
  (and (member key '("url" "urls" "uri" "uris" "href" "endpoint" "address" "link" "links" "target_url" "base_url" "baseUrl"
                     "host" "hostname" "origin" "webhook" "proxy"))
       #t))

;;> (url-host text) -> the host of a URL, in small letters, or #f.
;;> (url-host "https://me@Example.org:80/x") => "example.org"
(define (url-host text)
  (let ((found (regexp-search
                "^(?i:[a-z][a-z+.-]*)://(?:[^/@?#]*@)?(\\[[^\\]]*\\][^/:?#]*|[^/:?#]+)"
                text)))
    (and found (string-downcase (regexp-match-submatch found 1)))))

;;> (url-hosts text) -> the hosts that a URL may lead to: the one that its grammar
;;> names, and the one that browsers make of it, for whom \\ is a slash, blanks
;;> are none, and one slash or no slash is two.
;;> (url-hosts "https://evil.example\\\\@github.com/") => ("github.com" "evil.example")
;;> (url-hosts " HTTPS:evil.example") => ("evil.example")
;;> (url-hosts "https://github.com/x") => ("github.com")
(define (url-hosts text)
  (let ((plain (%plain-host text)))
    (if plain
        (list plain) ; what both read alike, as nearly all are
        (let* ((named (url-host text))
               (read (regexp-search %as-browsers-read (regexp-replace-all "[\\t\\n\\r]" text "")))
               (made (and read (string-downcase (regexp-match-submatch read 1)))))
          (append (if named (list named) '())
                  (if (and made (not (equal? made named))) (list made) '()))))))

(define %as-browsers-read
  "^[\\x00-\\x20]*(?:(?i:https?|wss?|ftp):[/\\\\]*|[/\\\\]{2,})(?:[^/\\\\?#]*@)?(\\[[^\\]]*\\]|[^/\\\\?#:@]+)")

;;> (hosts-in text) -> the addresses and names of hosts that a text may lead to,
;;> each as one writes it, however it is spelled there.
;;> (hosts-in "curl http://0xa9fea9fe/ [::ffff:a9fe:a9fe]:80 HTTP://Example.org.:1/x")
;;> => ("169.254.169.254" "example.org" "0.0.0.1")

;;> (names-of-hosts? patterns) -> are these what host-in? wants? A URL is none.
;;> (names-of-hosts? '("https://example.org")) => #f
(define (names-of-hosts? patterns)
  (not (find-word "//|.[/@]" patterns)))

;;> (host-in? host patterns) -> is it one of these, or under one of the form
;;> "*.example.org"?
;;> (host-in? "a.example.org" '("*.example.org")) => #t
(define (host-in? host patterns)
  (or (and (member host patterns) #t)
      (and (member "*" patterns) #t)
      (and (member (string-append "*." host) patterns) #t)
      (and (< (string-length host) 256) ; no name is longer
           (%under? host (string-length host) 1 patterns))))

;; A name is looked for with all that it lies under, and not each pattern in it.
(define (%under? host end at patterns)
  (and (< at (- end 1))
       (or (and (char=? (string-ref host at) #\.)
                (member (string-append "*" (substring host at end)) patterns)
                #t)
           (%under? host end (+ at 1) patterns))))

;;> (told x ...) -> one text of texts, words and lists of them.
;;> (told "only " '("a" "b")) => "only a, b"
(define (told . parts) (apply string-append (map %shown parts)))

(define (%shown x)
  (cond ((string? x) x)
        ((symbol? x) (symbol->string x))
        ((number? x) (number->string x))
        ((null? x) "")
        ((pair? x)
         (if (null? (cdr x))
             (%shown (car x))
             (string-append (%shown (car x)) ", " (%shown (cdr x)))))
        ((vector? x) (word-source x))
        (else "?")))
