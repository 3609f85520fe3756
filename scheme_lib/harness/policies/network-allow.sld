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
      (once (names (check-parameter 'hosts hosts names-of-hosts? "names of hosts, such as *.example.org")))
      (pre_tool payload
        (let ((url (payload-ref payload "arguments.url")))
          (if (and (string? url)
                   (regexp-search "^(fetch_url$|mcp:)" (payload-ref payload "tool_name" "")))
              (judge url hosts)
              (judge-commands payload "\\b(curl|wget|https?://)\\b"
                (lambda (command)
                  (let ((found (or (find (lambda (word) (leads-elsewhere? word hosts))
                                         (if (or (member (command-name command) %clients)
                                                 (member (command-name command) %others)
                                                 (fetches? command))
                                             (command-arguments command)
                                             '()))
                                   (let ((words (asked command)))
                                     (if (and (pair? words) (every untold? words))
                                         (car words)
                                         (find (lambda (word) (bare-host? word hosts)) words)))
                                   (find (lambda (text) (unknown? text hosts)) (in-code command))
                                   (listed command hosts)
                                   (find (lambda (word) (connects? word hosts))
                                         (map redirect-target (command-redirects command))))))
                    (if found (refuse (word-source found)) '())))
                #f
                %parts)))))

    ;; one of these stands in all that is objected to
    (define %parts
      '("curl" "wget" "http" "xh" "aria2c" "/dev/tcp/" "/dev/udp/" "ssh" "scp" "nc" "netcat" "telnet" "ftp"
        "://" "git@" "ping" "dig" "nslookup" "whois" "traceroute"))

    (define %clients '("curl" "wget" "http" "https" "xh" "aria2c"))

    ;; programs that fetch what a URL says, among other things
    (define %others
      '("pip" "pip3" "npm" "pnpm" "yarn" "bun" "uv" "poetry" "cargo" "go" "gem" "deno" "npx" "lynx" "w3m" "openssl" "docker" "podman" "helm" "brew" "rsync"))

    ;; git with a repository that is elsewhere
    (define (fetches? command)
      (and (equal? (command-name command) "git")
           (member (command-verb command) '("clone" "fetch" "pull" "push" "ls-remote" "submodule" "archive"))))

    ;; the words of which a program makes a host, without http:// before it
    (define (asked command)
      (let ((name (command-name command)))
        (cond ((member name '("curl" "wget"))
               (operands command "d" "data" "data-raw" "data-binary" "data-urlencode" "json" "H" "header" "o" "output"
                         "O" "X" "request" "u" "user" "A" "user-agent" "e" "referer" "F" "form" "T" "upload-file" "b"
                         "cookie" "c" "cookie-jar" "m" "max-time" "w" "write-out" "K" "config" "x" "proxy" "retry"
                         "connect-timeout" "cacert" "cert" "E" "key" "P" "directory-prefix" "r" "range" "D" "resolve"
                         "post-data" "post-file" "method" "body-data" "timeout" "tries" "i" "a" "append-output"))
              ((member name '("ssh" "telnet" "nc" "ncat" "netcat" "ftp" "sftp"))
               (let ((words (operands command "p" "i" "l" "o" "F" "J" "L" "R" "D" "W" "b" "c" "E" "e" "w" "q" "P" "S" "B" "I" "m" "s")))
                 (if (or (null? words) (flag? command "listen") (and (not (string=? name "ssh")) (flag? command "l"))) '() (list (car words)))))
              ((member name '("ping" "dig" "nslookup" "host" "whois" "traceroute" "mtr"))
               (operands command "c" "i" "t" "w" "W" "s" "m" "p" "q"))
              ((fetches? command)
               (filter (lambda (word) (regexp-search "^[\\w.-]+@[\\w.-]+:" (word-known word))) (command-arguments command)))
              (else '()))))

    ;; curl $URL
    (define (untold? word) (and (word-unknown? word) (equal? (word-known word) "")))

    (define (bare-host? word hosts)
      (let ((found (regexp-search "^(?:[\\w.+-]+@)?([A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}|\\d+\\.\\d+\\.\\d+\\.\\d+)(?:[:/?#]|$)"
                                  (word-known word))))
        (and found
             (not (regexp-search "^[\\w-]+\\.(txt|md|html?|json|ya?ml|sh|py|js|ts|zip|tar|gz|tgz|log|csv|xml|pdf|png|jpg)$" (word-known word)))
             (not (host-in? (string-downcase (regexp-match-submatch found 1)) hosts)))))

    ;; wget -i urls.txt: addresses that stand elsewhere, and are known where they are fed to it
    (define (listed command hosts)
      (let ((from (cond ((member (command-name command) '("wget" "aria2c")) (option command "i" "input-file"))
                        ((equal? (command-name command) "curl") (option command "K" "config"))
                        (else #f)))
            (fed (command-input command)))
        (cond ((not from) #f)
              ((and (equal? from "-") fed)
               (find (lambda (text) (unknown? (string-append "http" text) hosts)) (cdr (regexp-split "\\bhttp" fed))))
              (else from))))

    ;; the addresses in a program's text that fetches
    (define (in-code command)
      (let ((code (command-code command)))
        (if (and code (regexp-search "urlopen|requests\\.|urllib|fetch\\(|https?\\.(get|request)|Net::HTTP|httpx|aiohttp|LWP|file_get_contents|axios" code))
            (map (lambda (each) (string-append "http" each)) (cdr (regexp-split "\\bhttp" code)))
            '())))

    ;; the shell's own way to a host: > /dev/tcp/example.org/80
    (define (connects? word hosts)
      (let ((found (regexp-search "^/dev/(?:tcp|udp)/([^/]*)" (word-known word))))
        (and found
             (not (host-in? (string-downcase (regexp-match-submatch found 1)) hosts)))))

    (define (judge url hosts)
      (if (every (lambda (host) (host-in? host hosts)) (url-hosts url)) '() (refuse url)))

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
