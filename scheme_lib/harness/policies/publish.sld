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
      '("publ" " pub" "deprecate" "dist-tag" "yank" "upload" "pus" "copy" "release"
        "deploy" "trunk" "fastlane" "jsr" "npx np" "submit"))

    (define %publishers
      '("npm" "pnpm" "yarn" "bun" "cargo" "poetry" "uv" "pdm" "flit" "hatch"
        "dart" "flutter" "vsce" "ovsx" "lerna" "twine" "python" "python3"
        "gem" "docker" "podman" "helm" "crane" "skopeo" "gh" "mvn" "gradle"
        "gradlew" "pod" "dotnet" "goreleaser" "semantic-release" "release-it"
        "fastlane" "np" "changeset" "jsr" "deno" "mix" "sbt" "conan" "luarocks" "anaconda" "eas" "maturin"
        "oras" "glab" "setup.py" "rebar3" "wasm-pack" "composer" "expo"))

    (define (publishes? command)
      (let ((name (command-name command)) (words (subcommand command)))
        (cond ((null? words)
               (and (member name '("np" "semantic-release" "release-it" "goreleaser"))
                    (not (flag? command "snapshot" "help" "version"))))
              ((member name '("npm" "pnpm" "yarn" "bun"))
               (or (member (car words) '("publish" "publ" "pub" "unpublish" "deprecate" "dist-tag"))
                   (and (equal? (car words) "npm") (pair? (cdr words))
                        (equal? (cadr words) "publish"))))
              ((member name '("cargo" "poetry" "uv" "pdm" "flit" "hatch" "dart" "flutter" "vsce" "ovsx" "lerna"))
               (or (member (car words) '("publish" "yank"))
                   (and (equal? (car words) "release") (flag? command "execute" "x"))
                   (and (equal? (car words) "pub") (pair? (cdr words)) (equal? (cadr words) "publish"))))
              ((member name '("changeset" "jsr" "deno" "sbt" "maturin" "wasm-pack" "composer" "expo"))
               (and (member (car words) '("publish" "upload" "publishSigned" "+publish" "+publishSigned")) #t))
              ((equal? name "np") (not (flag? command "help" "preview")))
              ((member name '("mix" "rebar3")) (and (member (car words) '("hex.publish" "hex")) #t))
              ((member name '("conan" "luarocks" "anaconda")) (equal? (car words) "upload"))
              ((equal? name "eas") (and (member (car words) '("submit" "update")) #t))
              ((equal? name "oras") (equal? (car words) "push"))
              ((equal? name "setup.py") (and (member "upload" words) #t))
              ((and (member name '("python" "python3")) (find-word "(^|/)setup\\.py$" words))
               (and (member "upload" words) #t))
              ((equal? name "twine") (equal? (car words) "upload"))
              ((and (member name '("python" "python3")) (equal? (car words) "twine"))
               (member "upload" words))
              ((equal? name "gem") (member (car words) '("push" "yank")))
              ((member name '("docker" "podman" "helm" "crane" "skopeo"))
               (or (member (car words) '("push" "copy"))
                   (and (member (car words) '("image" "compose" "manifest")) (member "push" words))
                   (flag? command "push")))
              ((member name '("gh" "glab"))
               (and (equal? (car words) "release") (pair? (cdr words))
                    (member (cadr words) '("create" "upload" "delete" "edit"))))
              ((equal? name "mvn") (member "deploy" words))
              ((member name '("gradle" "gradlew"))
               (let ((task (find-word "^:?([\\w-]+:)*publish" words)))
                 (and task (not (find-word "MavenLocal$" (list task))) #t)))
              ((equal? name "pod") (equal? (car words) "trunk"))
              ((equal? name "dotnet")
               (and (equal? (car words) "nuget") (member "push" words)))
              ((equal? name "goreleaser")
               (and (member (car words) '("release" "publish")) (not (flag? command "snapshot" "skip-publish")) #t))
              ((equal? name "fastlane")
               (not (member (car words) '("test" "tests" "lint" "scan" "snapshot" "screenshots" "build" "gym" "init" "env" "lanes"))))
              ((member name '("semantic-release" "release-it")) #t)
              (else #f))))))
