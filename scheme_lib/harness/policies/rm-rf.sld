;;; (harness policies rm-rf)

(define-library (harness policies rm-rf)
  (export rm-rf)
  (import (scheme base) (harness policy) (tein safe-regexp) (only (srfi 1) any filter)
          (harness shell) (harness paths))
  (begin
    (define-policy rm-rf
      "Trees of files are deleted only where that is allowed."
      (parameters
       (allowed '("build" "dist" "target" "node_modules" "__pycache__"
                  ".cache" "coverage" ".mypy_cache" ".ruff_cache" ".tox" ".nox" ".next" ".nuxt"
                  ".turbo" ".parcel-cache" ".svelte-kit" ".nyc_output" "htmlcov" "*.egg-info"
                  ".venv" ".gradle" ".terraform" ".dart_tool" ".angular" ".vite" ".output" ".eggs" ".hypothesis"
                  "bower_components" "Pods" "DerivedData" "test-results" "playwright-report" "storybook-static" ".pytest_cache")
                "names of directories, as in a .gitignore, that may go"))
      (once (checked (check-lines 'allowed allowed)))
      (pre_tool payload
        (judge-commands payload "(?i)\\brm\\b|state=absent|-delete\\b|rmtree|\\b(remove-item|ri)\\b[^|;]*-r|\\b(rd|rmdir|del|erase)\\b[^|;&]*/s|io\\.directory\\]::delete"
          (lambda (command)
            (if (deletes-a-tree? command allowed)
                (object 'allowed
                        (told "this deletes a whole tree: "
                              (command-source command)))
                '()))
          #f
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("rm" "rimraf" "del" "remove" "unlink" "wipe" "scrub" "absent"))

    (define (deletes-a-tree? command allowed)
      (let ((name (command-name command)))
        (or (and (or (member name '("rimraf" "del-cli" "del" "remove_directory"))
                     (and (member name '("rm" "srm" "wipe" "scrub")) (flag? command "r" "R" "recursive"))
                     ;; whatever it is: no other program has both
                     (and (not name) (flag? command "r" "R") (flag? command "f")))
                 (not (all-allowed? (operands command) allowed)))
            (and (equal? name "find")
                 (deletes-all-found? (command-arguments command) (find-roots command) allowed)
                 (not (all-allowed? (find-roots command) allowed)))
            ;; what is packed is removed
            (and (or (and (equal? name "tar") (flag? command "remove-files"))
                     (and (equal? name "zip") (flag? command "m" "move") (flag? command "r" "recurse-paths")))
                 (not (all-allowed? (operands command "f" "file" "C" "directory") allowed)))
            ;; what a module of ansible or salt is told
            (and (member name '("ansible" "salt" "salt-call"))
                 (find-word "\\bstate=absent\\b|^file\\.remove$" (command-arguments command))
                 (not (all-allowed? (told-paths command) allowed)))
            (and (equal? name "rsync")
                 (flag? command "delete" "del" "delete-before" "delete-during" "delete-delay"
                        "delete-after" "delete-excluded")
                 (not (all-allowed? (filter tree? (command-changes command)) allowed)))
            (let ((code (command-code command)))
              (and code
                   (regexp-search %deletes-trees code)
                   (not (all-allowed? (filter tree? (command-changes command)) allowed)))))))

    ;; a call that deletes a tree, or one for each file that a walk through a tree finds
    (define %deletes-trees
      (string-append
       "rmtree|remove_tree|rimraf|rm_r\\b|rm_rf|delete-directory|file delete|RemoveAll|remove_dir(_all)?\\b|remove_entry"
       "|os\\.walk\\([^\\n]*\\n\\s*for\\b[^\\n]*:\\s*(os\\.)?(unlink|remove)\\(|recursive\\W+(true|True|!0)[^\\n]*\\b(rm|rmdir)(Sync)?\\("
       "|delete-tree|deleteDir|del_dir_r|removeItem|(rm|rmdir|remove|unlink)(Sync)?[\"'\\]]*\\([^)]*recursive"
       "|(os\\.walk|\\bfinddepth|rglob\\(['\"]\\*['\"]|glob\\w*[( ]+['\"][^'\"\\n]*\\*['\"]|<[\\w./-]*\\*>)[^\\n]*\\b(unlink|remove|delete|rmdir)"
       "|\\b(unlink|remove|delete|rmdir)[^\\n]*(os\\.walk|\\bfinddepth|rglob\\(['\"]\\*['\"]|glob\\w*[( ]+['\"][^'\"\\n]*\\*['\"]|<[\\w./-]*\\*>|,\\s*['\"][\\w.]+['\"]\\))[^\\n]*"))

    (define (told-paths command)
      (let ((found (any (lambda (word) (regexp-search "\\b(?:path|dest|name)=(\\S+)" (word-known word)))
                        (command-arguments command))))
        (if found (list (regexp-match-submatch found 1)) (operands command))))

    (define (tree? word)
      (and (string? word)
           (> (string-length word) 1)
           (char=? (string-ref word (- (string-length word) 1)) #\/)))

    ;; Does find come to a -delete or an -exec rm without a test before it that takes files of one kind only? Each side
    ;; of an -o and each pair of parentheses is read by itself: -name a -o -delete takes all others, as does
    ;; -delete -name a.
    (define (deletes-all-found? words roots allowed)
      (define all? #f)
      (define rest words)
      (define (next)
        (let ((word (if (pair? rest) (word-known (car rest)) "")))
          (if (pair? rest) (set! rest (cdr rest)))
          word))
      (define (deletes narrow?) (if (not narrow?) (set! all? #t)))
      ;; up to the parenthesis: are those of one kind that come through? `before?`: those that come in
      (define (sides before?)
        (let loop ((here? before?) (every? #t))
          (if (null? rest)
              (and every? here?)
              (let ((word (next)))
                (cond ((string=? word ")") (and every? here?))
                      ((member word '("-o" "-or" ",")) (loop before? (and every? here? (not (string=? word ",")))))
                      (else (loop (or (term word here?) here?) every?)))))))
      (define (term word here?)
        (cond ((string=? word "(") (sides here?))
              ((member word '("!" "-not")) (if (string=? (next) "(") (sides here?)) #f)
              ((string=? word "-delete") (deletes here?) #f)
              ((member word '("-exec" "-execdir" "-ok" "-okdir"))
               (if (member (path-name (next)) '("rm" "unlink" "shred")) (deletes here?))
               (let loop () (if (and (pair? rest) (not (member (next) '(";" "+")))) (loop)))
               #f)
              (else (narrows? word roots allowed (if (pair? rest) (word-known (car rest)) "")))))
      (set! rest (from-expression words))
      (sides #f)
      all?)

    (define (from-expression words)
      (if (or (null? words) (expression? (word-known (car words)))) words (from-expression (cdr words))))

    ;; find x -name '*.pyc' -delete takes files of one kind, no tree; what is old in a tree is no kind, if the tree is
    ;; the whole project, nor is what is new
    (define (narrows? test roots allowed value)
      (cond ((string=? test "-empty") #t)
            ((member test '("-name" "-iname")) (some-kind? value))
            ((member test '("-path" "-ipath" "-wholename" "-iwholename" "-regex" "-iregex"))
             (or (regexp-search "\\.\\w+[$)]*$" value)
                 (and (member test '("-path" "-wholename"))
                      (not (any back? roots))
                      (may-go? (regexp-replace-all "^(\\./)?\\*/|(/\\*)+$" value "") allowed))))
            ((member test '("-newer" "-mtime" "-mmin" "-atime" "-ctime"))
             (not (or (regexp-search "^-" value) (any whole? roots))))
            (else #f)))

    ;; into a tree and out of it: node_modules/../src
    (define (back? root) (regexp-search "[^./].*/\\.\\." (word-known root)))

    (define (some-kind? name) (not (regexp-matches? "[*?.]*" (regexp-replace-all "\\[[^]]*\\]" name ""))))

    (define (whole? root)
      (let ((path (path-normalize (word-known root))))
        (and (regexp-matches? "[.*/]*|~|/\\w*" path) (not (equal? path "/tmp")))))

    ;; the directories of find stand before its first expression
    (define (find-roots command)
      (let loop ((words (command-arguments command)) (found '()))
        (cond ((or (null? words) (expression? (word-known (car words))))
               (if (null? found) '(".") found))
              (else (loop (cdr words) (cons (car words) found))))))

    (define (expression? word)
      (and (> (string-length word) 0)
           (memv (string-ref word 0) '(#\- #\( #\!))))

    (define (all-allowed? words allowed)
      (and (pair? words)
           (let loop ((words words))
             (or (null? words)
                 (and (may-go? (car words) allowed) (loop (cdr words)))))))

    ;; up and out of the tree is never meant by a name
    (define (may-go? word allowed)
      (and (string? word)
           (let ((path (path-normalize word)))
             (and (not (member path '("*" "/*")))
                  (not (member (path-name path) '("." ".." "/")))
                  (not (and (> (string-length path) 1)
                            (string=? (substring path 0 2) "..")))
                  (or (path-matches? (string-append path "/") allowed)
                      (and (not (regexp-search "/\\.?$" word)) (file? path))
                      (made-here? path))))))

    ;; what no directory is named: rm -rf node_modules package-lock.json
    (define (file? path)
      (regexp-search "[\\w*-]\\.(json|lock|log|tsbuildinfo|tmp|pyc|o|lcov|xml|tgz|zip|tar|gz|whl|map|txt)$|-lock\\.yaml$|^go\\.sum$" path))

    ;; what mktemp has made, for which this name stands
    (define (made-here? path) (regexp-search "^/tmp/tmp\\.XXXXXXXXXX(/|$)" path))))
