;;; (harness policies publish)

(define-library (harness policies publish)
  (export publish)
  (import (scheme base) (harness policy) (harness shell))
  (begin
    (define-policy publish
      "Nothing is published: no package, image or release."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\b(publish|upload|release)\\b"
          (lambda (command)
            (if (and (publishes? command) (not (flag? command "dry-run" "n")))
                (object #f (told "this publishes: " (command-source command)))
                '()))
          %publishers
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("publish" "deprecate" "dist-tag" "yank" "upload" "pus" "copy" "release"
        "deploy" "trunk" "fastlane"))

    (define %publishers
      '("npm" "pnpm" "yarn" "bun" "cargo" "poetry" "uv" "pdm" "flit" "hatch"
        "dart" "flutter" "vsce" "ovsx" "lerna" "twine" "python" "python3"
        "gem" "docker" "podman" "helm" "crane" "skopeo" "gh" "mvn" "gradle"
        "gradlew" "pod" "dotnet" "goreleaser" "semantic-release" "release-it"
        "fastlane"))

    (define (publishes? command)
      (let ((name (command-name command)) (words (subcommand command)))
        (cond ((null? words) #f)
              ((member name '("npm" "pnpm" "yarn" "bun"))
               (or (member (car words) '("publish" "unpublish" "deprecate" "dist-tag"))
                   (and (equal? (car words) "npm") (pair? (cdr words))
                        (equal? (cadr words) "publish"))))
              ((member name '("cargo" "poetry" "uv" "pdm" "flit" "hatch" "dart" "flutter" "vsce" "ovsx" "lerna"))
               (member (car words) '("publish" "yank")))
              ((equal? name "twine") (equal? (car words) "upload"))
              ((and (member name '("python" "python3")) (equal? (car words) "twine"))
               (member "upload" words))
              ((equal? name "gem") (member (car words) '("push" "yank")))
              ((member name '("docker" "podman" "helm" "crane" "skopeo"))
               (or (member (car words) '("push" "copy"))
                   (flag? command "push")))
              ((equal? name "gh")
               (and (equal? (car words) "release") (pair? (cdr words))
                    (member (cadr words) '("create" "upload" "delete" "edit"))))
              ((equal? name "mvn") (member "deploy" words))
              ((member name '("gradle" "gradlew")) (member "publish" words))
              ((equal? name "pod") (equal? (car words) "trunk"))
              ((equal? name "dotnet")
               (and (equal? (car words) "nuget") (member "push" words)))
              ((member name '("goreleaser" "semantic-release" "release-it" "fastlane")) #t)
              (else #f))))))
