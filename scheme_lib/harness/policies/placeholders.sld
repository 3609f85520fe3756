;;; (harness policies placeholders)

(define-library (harness policies placeholders)
  (export placeholders)
  (import (scheme base) (harness policy) (tein safe-regexp))
  (begin
    (define-policy placeholders
      "What is written is the whole text, and no note of what was left out."
      (parameters)
      (pre_tool payload
        (let ((text (written-text payload)))
          (if (and text (regexp-search-any %notes text))
              (object #f "this text leaves something out, and says so in a comment: write all of it")
              '()))))

    (define %notes
      '("(//|#|--|;;|/\\*|<!--|\\{/\\*)\\s*(\\.\\.\\.|…)?\\s*\\(?([Tt]he )?([Rr]est|[Rr]emainder|[Rr]emaining)\\b[^\\n]{0,30}\\b(code|file|function|implementation|class|content|unchanged|here|same|methods?)\\b"
        "(?i)(//|#|--|;;|/\\*|<!--|\\{/\\*)\\s*(\\.\\.\\.|…)\\s*(existing|previous|other|same|unchanged|original|rest)\\b"
        "(?i)(//|#|--|;;|/\\*|<!--|\\{/\\*)\\s*\\(?(existing|previous|original) (code|implementation|content|methods?)\\b[^\\n]{0,20}(here|unchanged|\\.\\.\\.|remains|stays|goes)"
        "(?i)(//|#|--|;;|/\\*|<!--)\\s*(your|add|implement|insert) (code|implementation|logic) (goes )?here\\b"
        "(?i)(//|#|--|;;|/\\*|<!--)\\s*(implementation|code) (omitted|elided|goes here|unchanged)"))))
