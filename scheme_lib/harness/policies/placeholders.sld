;;; (harness policies placeholders)

(define-library (harness policies placeholders)
  (export placeholders)
  (import (scheme base) (harness policy))
  (begin
    (define-policy placeholders
      "What is written is the whole text, and no note of what was left out."
      (parameters)
      (pre_tool payload
        (let ((text (written-text payload)))
          (if (and text (or (first-found %notes text) (first-found %more-notes text)))
              (object #f "this text leaves something out, and says so in a comment: write all of it")
              '()))))

    (define %notes
      '("(//|#|--|;;|/\\*|<!--|\\{/\\*)\\s*(\\.\\.\\.|…)?\\s*\\(?([Tt]he )?([Rr]est|[Rr]emainder|[Rr]emaining)\\b[^\\n]{0,30}\\b(code|file|function|implementation|class|content|unchanged|here|same|methods?)\\b"
        "(?i)(//|#|--|;;|/\\*|<!--|\\{/\\*)\\s*(\\.\\.\\.|…)\\s*(existing|previous|other|same|unchanged|original|rest)\\b"
        "(?i)(//|#|--|;;|/\\*|<!--|\\{/\\*)\\s*\\(?(existing|previous|original) (code|implementation|content|methods?)\\b[^\\n]{0,20}(here|unchanged|\\.\\.\\.|remains|stays|goes)"
        "(?i)(//|#|--|;;|/\\*|<!--)\\s*((your|add|implement|insert) )?(code|implementation|logic) (goes )?here\\b"
        "(?i)(//|#|--|;;|/\\*|<!--)\\s*(implementation|code) (omitted|elided|goes here|unchanged)"))

    ;; the same; no expression may be any larger
    (define %more-notes
      '("(?i)(//|#|--|;;|/\\*|<!--|\\{/\\*)\\s*(\\.\\.\\.|…)\\s*\\(?\\[?(keep|existing|previous|previously|other|same|unchanged|original|rest|remaining|more)\\b"
        "(?i)(//|#|--|;;|/\\*|<!--|\\{/\\*)\\s*[\\[(]?(the )?rest of (the |this )?(file|code|class|function|styles?|schema|component|content|module|page|document|markup|template|script)s?\\b|\\b(code|content|implementation|rest|methods?)\\b[^\\n]{0,20}\\b(omitted|elided)\\b|(//|#|--|/\\*|<!--)\\s*(omitted|elided|truncated) for (brevity|clarity)"
        "(?i)(//|#|--|;;|/\\*)\\s*[(\\[]?(same as (above|before)|existing imports?)\\b[)\\]]?\\s*(\\.\\.\\.)?\\s*(\\*/)?\\s*(\\n|$)|(//|#|--|/\\*)\\s*todo:? (add|implement|write|fill in) (the |all )?(rest|remaining|other|missing)\\b|\\.\\.\\.\\s*#\\s*existing code"
        "(?m)^\\s*//\\s*(\\.\\.\\.|…)\\s*$"
        "(?im)(//|#|--|;;|/\\*|<!--)\\s*[(\\[]?(keep )?(the )?(existing|other|remaining) (code|markup|styles?|rules|content|methods?|functions?|props|fields|routes|tests|imports)( (here|as is|stays?|remains?|goes here|unchanged|remains? unchanged|stays? (the same|as is)))?[)\\]]?\\s*(\\*/|-->)?\\s*$"
        "(?im)(//|#|--|;;|/\\*|<!--)\\s*[(\\[]?(unchanged|no changes?( here)?)[)\\]]?\\s*(\\*/|-->)?\\s*$"))))
