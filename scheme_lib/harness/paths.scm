;;; Bodies of (harness paths).

;;; one path

(define (%split path)
  (let ((end (string-length path)))
    (let loop ((i 0) (from 0) (parts '()))
      (cond ((= i end) (reverse (cons (substring path from end) parts)))
            ((memv (string-ref path i) '(#\/ #\\))
             (loop (+ i 1) (+ i 1) (cons (substring path from i) parts)))
            (else (loop (+ i 1) from parts))))))

;;> (path-normalize path [directory]) -> the path without ".", ".." and empty
;;> names; a relative one is taken from the directory. \ is a /.
;;> (path-normalize "a/../../etc//passwd" "/home/me") => "/home/etc/passwd"
;;> (path-normalize "./a/b/..") => "a"
;;> (path-normalize "/../..") => "/"
(define (path-normalize path . directory)
  (%path-normalize path (and (pair? directory) (car directory))))

;;> (path-name path) -> the last name in it.
;;> (path-name "/a/b.txt") => "b.txt"
(define (path-name path)
  (let loop ((parts (%split (path-normalize path))))
    (if (null? (cdr parts)) (car parts) (loop (cdr parts)))))

;;> (path-directory path) -> what it lies in.
;;> (path-directory "/a/b.txt") => "/a"
;;> (path-directory "b.txt") => "."
(define (path-directory path) (path-normalize (string-append path "/..")))

;;> (path-extension path) -> what stands behind the last dot of its name, in
;;> small letters; "" without.
;;> (path-extension "a/b.tar.GZ") => "gz"
;;> (path-extension ".env") => ""
(define (path-extension path)
  (let ((name (path-name path)))
    (let loop ((i (- (string-length name) 1)))
      (cond ((< i 1) "")
            ((char=? (string-ref name i) #\.)
             (string-downcase (substring name (+ i 1) (string-length name))))
            (else (loop (- i 1)))))))

;;; where it lies

;;> (path-inside? path directory [base]) -> is it the directory or something
;;> in it? Relative paths are taken from the base.
;;> (path-inside? "src/../../x" "/work/p" "/work/p") => #f
;;> (path-inside? "src/a" "/work/p" "/work/p") => #t
;;> (path-inside? "/work/project2" "/work/project") => #f
(define (path-inside? path directory . base)
  (%path-inside? path directory (and (pair? base) (car base))))

;;> (path-matches? path pattern ...) -> does a .gitignore with these lines
;;> take it in? The path is relative to where they stand; a directory ends
;;> with a /. One list of them will do, too.
;;> (path-matches? "conf/server.pem" "*.pem" "!public.pem") => #t
;;> (path-matches? "conf/public.pem" "*.pem" "!public.pem") => #f
;;> (path-matches? "src/build/x" "/build/") => #f
;;> (path-matches? "src/build/x" '("build/" "dist/")) => #t
(define path-matches?
  (case-lambda
    ((path lines)
     (%gitignore-takes-in? path (if (string? lines) (list lines) lines)))
    ((path . patterns) (%gitignore-takes-in? path patterns))))

;;> (path-find words patterns) -> the first of the words of a command (see
;;> command-changes in (harness shell)) that a .gitignore with these lines, a
;;> list, takes in, or #f. A word that ends with a / is a directory with all in
;;> it: it is found where a line names something in it. One with a * or ? is
;;> found where the shell may make of it a name that a line says.
;;> (path-find '("a" "conf/x.pem") '("*.pem")) => "conf/x.pem"
;;> (path-find '(".claude/") '("**/.claude/settings.json")) => ".claude/"
;;> (path-find '("src/.en?") '(".env")) => "src/.en?"
(define (path-find words patterns)
  (and (pair? words) (%find-path words patterns)))

;;; the paths of a tool call

;;> (tool-paths payload) -> the paths that a tool call names, absolute where
;;> the payload has a cwd: its path arguments; of a command line the words
;;> that could be paths, and what it writes to. Unknown words are left out.
;;> (tool-paths '(("tool_name" . "file_read") ("arguments" ("path" . "/a/b"))))
;;> => ("/a/b")
(define (tool-paths payload)
  (let* ((cwd (payload-ref payload "cwd"))
         (name (payload-ref payload "tool_name"))
         (command (payload-ref payload "arguments.command"))
         (words (append (%path-arguments (payload-ref payload "arguments" '()))
                        (if (and (string? command) (equal? name "shell_exec"))
                            (%command-paths (shell-commands command))
                            '()))))
    (map (lambda (path)
           (if (string? cwd) (path-normalize path cwd) (path-normalize path)))
         words)))

(define %path-keys
  '("path" "paths" "file" "files" "file_path" "directory" "dir" "source"
    "destination" "target" "from" "to" "output" "cwd" "workdir" "relative_path"
    "notebook_path" "filepath" "filePath" "absolute_path" "filename" "file_name" "glob" "include" "attachments"
    "oldPath" "newPath" "old_path" "new_path" "src" "dest" "dst" "Path" "root"))

(define (%path-arguments arguments)
  (let loop ((entries (if (list? arguments) arguments '())) (found '()))
    (cond ((null? entries) (reverse found))
          ((and (pair? (car entries)) (member (caar entries) %path-keys))
           (loop (cdr entries) (%texts (cdar entries) found)))
          ((and (pair? (car entries)) (member (caar entries) '("uri" "url"))
                (%file-url? (cdar entries)))
           (loop (cdr entries) (cons (cdar entries) found)))
          ((and (pair? (car entries)) (pair? (cdar entries)))
           (loop (cdr entries) (append (%inside (cdar entries)) found)))
          ((and (pair? (car entries)) (%path? (cdar entries)))
           (loop (cdr entries) (cons (cdar entries) found)))
          (else (loop (cdr entries) found)))))

;; What members of an argument name: ((("path" . "a")) (("path" . "b"))), or one of them.
(define (%inside x)
  (cond ((not (pair? x)) '())
        ((and (pair? (car x)) (string? (caar x))) (%path-arguments x))
        ((pair? (car x)) (append (%inside (car x)) (%inside (cdr x))))
        (else (append (if (%path? (car x)) (list (car x)) '()) (%inside (cdr x))))))

;; A text that is wholly a path, wherever it stands.
(define (%path? x)
  (and (string? x)
       (< (string-length x) 1000)
       (regexp-matches? "((~[\\w.-]*|\\.{0,2}|\\$\\{?HOME\\}?)/|[A-Za-z]:[/\\\\])[^\\s]*" x)))

(define (%file-url? x)
  (and (string? x)
       (> (string-length x) 5)
       (string-ci=? (substring x 0 5) "file:")))

(define (%texts x found)
  (cond ((string? x) (if (string=? x "") found (cons x found)))
        ((pair? x)
         (%texts (cdr x) (cond ((string? (car x)) (cons (car x) found))
                               ((pair? (car x)) (append (%inside (list (car x))) found))
                               (else found))))
        (else found)))

(define (%command-paths commands)
  (if (unparsed? commands)
      '()
      (let loop ((commands commands) (found '()))
        (if (null? commands)
            (reverse found)
            (loop (cdr commands)
                  (%known (append (%arguments (car commands))
                                  (writes-to (car commands)))
                          found))))))

;; Who only runs another command names none itself.
(define (%arguments command)
  (if (member (command-name command)
              '("sh" "bash" "zsh" "dash" "eval" "echo" "printf" "sudo" "env" "xargs"))
      '()
      (operands command)))

(define (%known words found)
  (cond ((null? words) found)
        ((and (string? (car words))
              (> (string-length (car words)) 0)
              (not (member (car words) found)))
         (%known (cdr words) (cons (car words) found)))
        (else (%known (cdr words) found))))
