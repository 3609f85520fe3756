(import (only (harness answers) payload-ref))

(define (fetch url)
  (fire 'pre_tool `(("tool_name" . "fetch_url") ("arguments" ("url" . ,url)))))

(test '() (fetch "https://docs.python.org/3/"))
(test #t (payload-ref (fetch "https://example.com/") "block"))
(test #t (payload-ref (fetch "https://docs.python.org@example.com/") "block"))
(test #t (payload-ref (fetch "http://docs.python.org/") "block"))
