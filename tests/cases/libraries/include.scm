;;; R7RS 4.1.7: include and include-ci; the files stand beside this one.
(define-library (with included)
  (export from-text)
  (import (scheme base))
  (begin (define from-text 'included)))
(import (with included))
from-text ; => included
(let () (include "no-such-file.scm")) ; error: file:
(let () (include-ci "no-such-file.scm")) ; error: file:
