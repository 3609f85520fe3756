;;; (tein introspect): what a program can learn about itself: libraries,
;;; bindings, procedures. Libraries are lists as in an import form.

(define-library (tein introspect)
  ;; libraries
  (export available-modules imported-modules module-exports)
  ;; bindings
  (export env-bindings binding-info procedure-arity)
  ;; all of it
  (export describe-environment describe-environment/text introspect-docs)
  (import (scheme base) (scheme write)
          (only (engine primitives) available-modules imported-modules
                module-exports %env-bindings %binding-kind %binding-modules
                %exporting-modules %procedure-arity %global-value))
  (include "introspect.scm"))
