;;; (harness policy): policies, that is hooks with a name and parameters, which
;;; one line of chibi-hooks.toml switches on. The pack is (harness policies
;;; NAME); a policy of your own is a library lib/policies/NAME.sld in the home,
;;; (policies NAME), that exports NAME.
;;;
;;; (define-policy no-friday
;;;   "Nothing is published on a Friday."
;;;   (parameters (commands '("npm publish") "what counts as publishing"))
;;;   (pre_tool (tool_name arguments) ... (object 'commands "not today") ...))

(define-library (harness policy)
  ;; definition
  (export define-policy object)
  ;; what a policy is
  (export policy? policy-name policy-doc policy-points policy-parameters
          policy-parameter policy-hooks)
  ;; what policies often need
  (export check-parameter check-lines count? regexp-case judge-commands judge-changes judge-words runs? shell-text written-text
          written-path first-found call-urls url-host url-hosts hosts-in host-in? names-of-hosts? told)
  (import (scheme base) (scheme case-lambda) (scheme char) (tein safe-regexp) (engine answering)
          (only (engine primitives) %commands-to-judge %changes-to-judge %may-touch? %gitignore-lines? %plain-host hosts-in shell-text
                written-text written-path)
          (harness answers) (harness shell) (only (harness paths) tool-paths))
  (include "policy.scm"))
