;;; Only these hosts are fetched from.

(define hosts '("docs.python.org" "www.scheme.org"))

(define-hook pre_tool (tool_name arguments)
  (if (and (equal? tool_name "fetch_url")
           (not (member (host-of (payload-ref arguments "url" "")) hosts)))
      (block (string-append "Fetch from " (string-join hosts ", ") " only."))
      (no-opinion)))

;; What stands between https:// and the next / : ? or #; no user name before @.
(define (host-of url)
  (let ((found (regexp-search "^https://([^/:@?#]+)(?:[/:?#]|$)" url)))
    (and found (regexp-match-submatch found 1))))
