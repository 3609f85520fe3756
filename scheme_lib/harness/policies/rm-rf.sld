;;; (harness policies rm-rf)

(define-library (harness policies rm-rf)
  (export rm-rf)
  (import (scheme base) (harness policy) (tein safe-regexp) (only (srfi 1) filter)
          (harness shell) (harness paths))
  (begin
    (define-policy rm-rf
      "Trees of files are deleted only where that is allowed."
      (parameters
       (allowed '("build" "dist" "target" "node_modules" "__pycache__"
                  ".cache" "coverage" ".mypy_cache" ".ruff_cache" ".tox" ".nox" ".next" ".nuxt"
                  ".turbo" ".parcel-cache" ".svelte-kit" ".nyc_output" "htmlcov" "*.egg-info" ".pytest_cache")
                "names of directories, as in a .gitignore, that may go"))
      (once (checked (check-lines 'allowed allowed)))
      (pre_tool payload
        (judge-commands payload "(?i)\\brm\\b|-delete\\b|rmtree|\\b(remove-item|ri)\\b[^|;]*-r|\\b(rd|rmdir|del|erase)\\b[^|;&]*/s|io\\.directory\\]::delete"
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
      '("rm" "rimraf" "del" "remove_tree" "unlink("))

    (define (deletes-a-tree? command allowed)
      (let ((name (command-name command)))
        (or (and (or (member name '("rimraf" "del-cli" "del" "remove_directory"))
                     (and (equal? name "rm") (flag? command "r" "R" "recursive"))
                     ;; whatever it is: no other program has both
                     (and (not name) (flag? command "r" "R") (flag? command "f")))
                 (not (all-allowed? (operands command) allowed)))
            (and (equal? name "find")
                 (deletes-found? command)
                 (not (narrowed? command))
                 (not (all-allowed? (find-roots command) allowed)))
            (and (equal? name "rsync")
                 (flag? command "delete" "del" "delete-before" "delete-during" "delete-delay"
                        "delete-after" "delete-excluded")
                 (not (all-allowed? (filter tree? (command-changes command)) allowed)))
            (let ((code (command-code command)))
              (and code
                   (regexp-search "rmtree|remove_tree|rimraf|rm_r\\b|rm_rf|delete-directory|file delete|RemoveAll|remove_dir_all|(rm|rmdir|remove|unlink)(Sync)?\\([^)]*recursive" code)
                   (not (all-allowed? (filter tree? (command-changes command)) allowed)))))))

    (define (tree? word)
      (and (string? word)
           (> (string-length word) 1)
           (char=? (string-ref word (- (string-length word) 1)) #\/)))

    ;; -delete, or -exec rm
    (define (deletes-found? command)
      (let loop ((words (command-arguments command)))
        (cond ((null? words) #f)
              ((equal? (car words) "-delete") #t)
              ((and (member (car words) '("-exec" "-execdir" "-ok")) (pair? (cdr words)))
               (or (and (string? (cadr words))
                        (member (path-name (cadr words)) '("rm" "unlink" "shred"))
                        #t)
                   (loop (cddr words))))
              (else (loop (cdr words))))))

    ;; find x -name '*.pyc' -delete takes files of one kind, no tree
    (define (narrowed? command)
      (flag? command "name" "iname" "path" "ipath" "regex" "newer" "mtime"
             "empty"))

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
                      (made-here? path))))))

    ;; what mktemp has made, for which this name stands
    (define (made-here? path) (regexp-search "^/tmp/tmp\\.XXXXXXXXXX(/|$)" path))))
