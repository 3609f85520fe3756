;;; (harness policies network-allow)

(define-library (harness policies network-allow)
  (export network-allow)
  (import (scheme base) (scheme char) (harness policy) (harness answers)
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
                  (let ((found (or (find (lambda (word) (leads-elsewhere? word hosts))
                                         (if (member (command-name command) %clients)
                                             (command-arguments command)
                                             '()))
                                   (find (lambda (word) (connects? word hosts))
                                         (map redirect-target (command-redirects command))))))
                    (if found (refuse (word-source found)) '())))
                #f
                %parts)))))

    ;; one of these stands in all that is objected to
    (define %parts
      '("curl" "wget" "http" "xh" "aria2c" "/dev/tcp/" "/dev/udp/"))

    (define %clients '("curl" "wget" "http" "https" "xh" "aria2c"))

    ;; the shell's own way to a host: > /dev/tcp/example.org/80
    (define (connects? word hosts)
      (let ((found (regexp-search "^/dev/(?:tcp|udp)/([^/]*)" (word-known word))))
        (and found
             (not (host-in? (string-downcase (regexp-match-submatch found 1)) hosts)))))

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
