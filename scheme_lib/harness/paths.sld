;;; (harness paths): paths as text, with / between the names. Nothing here
;;; looks at a disk: what a link points at is for the host to say.

(define-library (harness paths)
  ;; one path
  (export path-normalize path-name path-directory path-extension)
  ;; where it lies
  (export path-inside? path-matches? path-find)
  ;; the paths of a tool call
  (export tool-paths)
  (import (scheme base) (scheme case-lambda) (scheme char) (harness answers)
          (only (tein safe-regexp) regexp-matches?)
          (harness shell) (only (engine primitives) %gitignore-takes-in? %find-path
                %path-normalize %path-inside?))
  (include "paths.scm"))
