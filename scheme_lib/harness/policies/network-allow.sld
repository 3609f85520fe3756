;;; (harness policies network-allow)

(define-library (harness policies network-allow)
  (export network-allow)
  (import (scheme base) (harness policy) (harness answers)
          (tein safe-regexp) (srfi 1) (harness shell))
  (begin
    (define-policy network-allow
      "Only known hosts are asked for anything."
      (parameters
       (hosts '("localhost" "127.0.0.1" "[::1]" "github.com" "*.github.com"
                "*.githubusercontent.com" "pypi.org" "files.pythonhosted.org"
                "registry.npmjs.org" "crates.io" "*.crates.io" "docs.rs"
                "proxy.golang.org" "docs.python.org" "developer.mozilla.org")
              "their names; *.example.org takes in all below"))
      (pre_tool payload
        (let ((url (payload-ref payload "arguments.url")))
          (if (and (string? url) (equal? (payload-ref payload "tool_name") "fetch_url"))
              (judge url hosts)
              (judge-commands payload "\\b(curl|wget)\\b"
                (lambda (command)
                  (if (member (command-name command)
                              '("curl" "wget" "http" "https" "xh" "aria2c"))
                      (let ((found (find (lambda (word) (leads-elsewhere? word hosts))
                                         (command-arguments command))))
                        (if found (refuse (word-source found)) '()))
                      '())))))))

    (define (judge url hosts)
      (if (unknown? url hosts) (refuse url) '()))

    ;; a host that only the run tells is no known one
    (define (leads-elsewhere? word hosts)
      (or (unknown? (word-known word) hosts)
          (and (word-unknown? word)
               (regexp-matches? "https?://[^/]*" (word-known word)))))

    (define (unknown? url hosts)
      (let ((host (url-host url)))
        (and host (not (host-in? host hosts)))))

    (define (refuse what)
      (object 'hosts (told "this host is not on the list: " what)))))
