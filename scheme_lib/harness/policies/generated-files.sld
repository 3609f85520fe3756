;;; (harness policies generated-files)

(define-library (harness policies generated-files)
  (export generated-files)
  (import (scheme base) (harness policy) (harness answers) (harness paths) (harness shell))
  (begin
    (define-policy generated-files
      "What is generated is not edited: its source is."
      (parameters
       (files '("/dist/" "/build/" "/out/" "/target/" "node_modules/" "vendor/" ".venv/"
                "site-packages/" "*.min.js" "*.min.css" "*.map" "*_pb2.py"
                "*_pb2_grpc.py" "*.pb.go" "*.g.dart" "*.generated.*" "*.snap"
                "__generated__/" ".next/")
              "lines as in a .gitignore, from the project's directory"))
      (once (checked (check-lines 'files files)))
      (pre_tool payload
        (let ((path (written-path payload)))
          (if path
              (if (path-matches? (inside path payload) files) (refuse path) '())
              (judge-commands payload "^$"
                (lambda (command)
                  (let ((found (path-find (command-changes command) files)))
                    (if found (refuse (word-source found)) '())))
                %editors
                '("-i" "--in" "-pi" "patch" "ed " "ex "))))))

    ;; who edits in place; others may well make the file
    (define %editors '("sed" "gsed" "perl" "ruby" "gawk" "awk" "yq" "patch" "ed" "ex"))

    (define (refuse path)
      (object 'files (told "this file is generated: " path "; change what it is made of")))

    (define (inside path payload)
      (let* ((root (payload-ref payload "project_root" (payload-ref payload "cwd" "")))
             (n (string-length root)))
        (if (and (> n 0) (path-inside? path root) (> (string-length path) n))
            (substring path (+ n 1) (string-length path))
            path)))))
