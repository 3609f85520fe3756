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
        (let ((answer (judge-urls (call-urls payload) hosts (equal? (payload-ref payload "tool_name") "fetch_url"))))
          (if (null? answer)
              (judge-commands payload "\\b(curl|wget|https?://)\\b"
                (lambda (command)
                  (let ((found (or (and (connects-itself? command) (asks-elsewhere command hosts))
                                   (find (lambda (text) (unknown? text hosts)) (in-code command))
                                   (by-proxy command hosts)
                                   (find (lambda (word) (connects? word hosts))
                                         (map redirect-target (command-redirects command))))))
                    (if found (refuse (word-source found)) '())))
                #f
                %parts)
              answer))))

    ;; found in all that is objected to
    (define %parts
      (string-append
       "curl|wget|http|\\bxh|aria2c|/dev/(tcp|udp)/|/inet/|ssh|scp|\\bnc|netcat|ncat|telnet|ftp|://|git@|ping|\\bdig"
       "|nslookup|\\bhost|whois|tracer|\\bmtr|socat|openssl|lynx|w3m|links|axel|mosh|rsync|docker|podman|sock|connect|proxy"
       "|mount|sshfs|smbclient|rclone|ntp|snmp|getent|gnutls|nmap|firefox|chrom|smtp|swaks|webbrowser|urllib|telnetlib"
       "|_host|host=|registry|psql|mysql|mariadb|pg_dump|redis|mongo|grpcurl|wscat|\\bgo\\s|--host|@[\\w-]+(\\.[\\w-]+)*:|[\\w-]\\.[a-z]+:"
       "|\\bgit\\b[^;&|]*\\b(clone|fetch|pull|push|ls-remote|submodule|archive|remote|config)\\b"))

    (define %clients
      '("curl" "wget" "http" "https" "xh" "xhs" "aria2c" "httpie" "curlie" "axel" "links" "elinks" "lynx" "w3m" "grpcurl"
        "wscat" "websocat" "firefox" "chromium" "chromium-browser" "google-chrome" "nmap" "gnutls-cli"))

    ;; a URL among their words is no address that they ask
    (define %quoting
      '("echo" "printf" "grep" "egrep" "fgrep" "rg" "ag" "ack" "sed" "awk" "jq" "yq" "cat" "ls" "find" "test" "[" "tee"
        "git" "gh" "glab" "env" "export" "read" "case" "diff" "wc" "tr" "cut" "sort" "head" "tail" "mkdir" "touch" "cp"
        "mv" "rm" "perl" "python" "python3" "node" "ruby" "php" "sh" "bash" "npm" "pnpm" "yarn" "make"))

    ;; programs that fetch what a URL says, among other things
    (define %others
      '("pip" "pip3" "npm" "pnpm" "yarn" "bun" "uv" "poetry" "cargo" "go" "gem" "deno" "npx" "lynx" "w3m" "openssl" "docker" "podman" "helm" "brew" "rsync"))

    ;; with these two lists all programs that are looked at below
    (define %connecting
      '("git" "ssh" "telnet" "nc" "ncat" "netcat" "ftp" "sftp" "ping" "dig" "nslookup" "host" "whois" "traceroute"
        "mtr" "scp" "env" "socat"))

    (define (connects-itself? command)
      (let ((name (command-name command)))
        (or (connects-by-name? name)
            (and (member name '("python" "python3"))
                 (find-word "^(urllib|webbrowser|telnetlib|ftplib|smtplib|nntplib|poplib|imaplib|httpx|http)" (operands command))))))

    (define (connects-by-name? name)
      (or (not (member name %quoting)) (member name %connecting) (member name %others) (member name %clients)))

    (define (asks-elsewhere command hosts)
      (or (find (lambda (word) (leads-elsewhere? word hosts))
                (if (or (member (command-name command) %others)
                        (not (member (command-name command) %quoting))
                        (member (command-name command) '("python" "python3"))
                        (fetches? command))
                    (command-arguments command)
                    '()))
          (let ((words (asked command)))
            (if (and (pair? words) (every untold? words))
                (car words)
                (find (lambda (word) (bare-host? word hosts)) words)))
          (listed command hosts)
          (set-to-host command hosts)
          (through-others command hosts)))

    ;; --server example.org, :sftp,host=example.org:, "host=example.org", target remote example.org:80
    (define (set-to-host command hosts)
      (let loop ((words (command-arguments command)))
        (cond ((null? words) #f)
              ((and (regexp-search "^--(server|host|hostname|remote-host|smtp-server)$" (word-known (car words))) (pair? (cdr words))
                    (not (regexp-search "^(0\\.0\\.0\\.0|127\\.)" (word-known (cadr words))))
                    (bare-host? (cadr words) hosts))
               (cadr words))
              ((regexp-search "(?:^|[\\s,:-])(?:server|host|hostaddr|hostname|smtp|endpoint)[=:]([\\w.-]+\\.[A-Za-z]{2,})(?:[\\s,:/]|$)" (word-known (car words)))
               => (lambda (found)
                    (if (bare-host? (regexp-match-submatch found 1) hosts) (car words) (loop (cdr words)))))
              (else (loop (cdr words))))))

    ;; git with a repository that is elsewhere
    (define (fetches? command)
      (and (equal? (command-name command) "git")
           (member (command-verb command)
                   '("clone" "fetch" "pull" "push" "ls-remote" "submodule" "archive" "remote" "config"))))

    ;; the words of which a program makes a host, without http:// before it
    (define (asked command)
      (let ((name (command-name command)))
        (cond ((member name %clients)
               (operands command "d" "data" "data-raw" "data-binary" "data-urlencode" "json" "H" "header" "o" "output"
                         "O" "X" "request" "u" "user" "A" "user-agent" "e" "referer" "F" "form" "T" "upload-file" "b"
                         "cookie" "c" "cookie-jar" "m" "max-time" "w" "write-out" "K" "config" "x" "proxy" "retry"
                         "connect-timeout" "cacert" "cert" "E" "key" "P" "directory-prefix" "r" "range" "D" "resolve"
                         "post-data" "post-file" "method" "body-data" "timeout" "tries" "i" "a" "append-output"))
              ((and (member name '("psql" "mysql" "mariadb" "redis-cli" "mongosh" "mongo" "pg_dump" "mysqldump"))
                    (option command "h" "host"))
               => list)
              ((and (member name '("docker" "podman")) (equal? (command-verb command) "login"))
               (cdr (subcommand command)))
              ((and (equal? name "go") (member (command-verb command) '("get" "install" "run")))
               (filter (lambda (word) (regexp-search "^[\\w-]+(\\.[\\w-]+)+/" (word-known word))) (subcommand command)))
              ((member name '("ssh" "telnet" "nc" "ncat" "netcat" "ftp" "sftp" "lftp" "tftp" "mosh" "autossh"))
               (let ((words (operands command "p" "i" "l" "o" "F" "J" "L" "R" "D" "W" "b" "c" "E" "e" "w" "q" "P" "S" "B" "I" "m" "s"
                                      "exec" "sh-exec")))
                 (if (or (null? words) (flag? command "listen") (and (not (string=? name "ssh")) (flag? command "l"))) '() (list (car words)))))
              ((member name '("ping" "dig" "nslookup" "host" "whois" "traceroute" "mtr" "ntpdate" "showmount" "arping"
                              "snmpget" "snmpwalk" "getent"))
               (operands command "c" "i" "t" "w" "W" "s" "m" "p" "q"))
              ((member name '("python" "python3")) (operands command "m"))
              ((member name '("scp" "rsync" "mount" "mount.nfs" "mount.cifs" "mount_nfs" "sshfs" "smbclient" "rclone" "mail"
                              "psql" "swaks"))
               (filter (lambda (word) (or (remote? word) (shared? word))) (operands command "i" "P" "F" "J" "o" "e" "rsh" "t")))
              ((member name '("docker" "podman"))
               (if (member (command-verb command) '("pull" "push" "run" "create"))
                   (filter (lambda (word) (regexp-search "^[\\w-]+(\\.[\\w-]+)+(:\\d+)?/" (word-known word))) (subcommand command))
                   '()))
              ((fetches? command) (filter remote? (operands command)))
              (else '()))))

    ;; host:path, me@host:path, host::module
    (define (remote? word)
      (regexp-search "^([\\w+-]+@)?[\\w-]+(\\.[\\w-]+)*:(:?[^:\\\\]|$)" (word-known word)))

    ;; //host/share
    (define (shared? word) (regexp-search "^//[\\w.-]+/" (word-known word)))

    ;; the way there: a proxy, another address for a name
    (define (through-others command hosts)
      (let ((name (command-name command)))
        (or (and (member name %clients)
                 (let ((proxy (option command "x" "proxy" "preproxy" "socks4" "socks4a" "socks5" "socks5-hostname")))
                   (and proxy (by-way? (word-known proxy) hosts) proxy)))
            (and (member name '("ssh" "scp" "sftp"))
                 (or (let ((jump (option command "J")))
                       (and jump (elsewhere? (word-known jump) hosts) jump))
                     (find (lambda (word)
                             (let ((found (regexp-search "(?i)^(?:-o)?(?:ProxyJump|HostName)[= ](.*)" (word-known word))))
                               (and found (elsewhere? (regexp-match-submatch found 1) hosts))))
                           (command-arguments command))))
            (and (member name '("env" "wget"))
                 (find (lambda (word)
                         (and (regexp-search "(?i)^(https?|all|ftp)_proxy=" (word-known word))
                              (by-way? (regexp-replace "^[^=]*=" (word-known word) "") hosts)))
                       (command-arguments command)))
            (and (member name %clients)
                 (let loop ((words (command-arguments command)))
                   (cond ((null? words) #f)
                         ((and (regexp-search %ways (word-known (car words))) (pair? (cdr words)))
                          (if (elsewhere? (word-known (cadr words)) hosts) (cadr words) (loop (cdr words))))
                         ((and (regexp-search %way-given (word-known (car words)))
                               (elsewhere? (regexp-replace "^[^=]*=" (word-known (car words)) "") hosts))
                          (car words))
                         (else (loop (cdr words))))))
            (and (equal? name "git")
                 (find (lambda (word)
                         (and (regexp-search "^--remote=|^http\\.(\\S*\\.)?proxy=" (word-known word))
                              (elsewhere? (regexp-replace "^[^=]*=" (word-known word) "") hosts)))
                       (command-arguments command)))
            (and (equal? name "socat")
                 (find (lambda (word)
                         (and (regexp-search "(?i)^(tcp|udp|openssl|ssl|sctp)[46]?(-connect|-sendto)?:" (word-known word))
                              (elsewhere? (regexp-replace "^[^:]*:" (word-known word) "") hosts)))
                       (command-arguments command)))
            (and (equal? name "openssl")
                 (let ((where (option command "connect")))
                   (and where (elsewhere? (word-known where) hosts) where))))))

    ;; the proxy that a variable says, whoever asks
    (define (by-proxy command hosts)
      (let ((set (find (lambda (entry)
                         (and (string? (cdr entry))
                              (or (and (regexp-search "(?i)^(https?|all|ftp)_proxy$" (car entry))
                                       (by-way? (cdr entry) hosts))
                                  (and (regexp-search "(?i)PROXY|INDEX|REGISTRY|MIRROR|SOURCE|_HOST$|ENDPOINT" (car entry))
                                       (unknown? (cdr entry) hosts))
                                  (and (regexp-search "^(PG|MYSQL_|REDIS_|DOCKER_)HOST(ADDR)?$" (car entry))
                                       (bare-host? (cdr entry) hosts)))))
                       (command-assignments command))))
        (and set (cdr set))))

    (define %ways "^(-x|--(url|registry|index-url|extra-index-url|server|endpoint-url|proxy|preproxy|socks\\w*|resolve|connect-to|doh-url))$")
    (define %way-given "^--(remote|url|registry|index-url|extra-index-url|server|endpoint-url|proxy|preproxy|socks\\w*|resolve|connect-to|doh-url)=")

    ;; a proxy, whose name needs no dot
    (define (by-way? text hosts)
      (or (elsewhere? text hosts)
          (let ((found (regexp-search "^(?:\\w+://)?(?:[^@/]*@)?([\\w-]*[A-Za-z][\\w-]*)(?::\\d*)?/?$" text)))
            (and found (not (host-in? (string-downcase (regexp-match-submatch found 1)) hosts))))))

    (define (elsewhere? text hosts)
      (any (lambda (host)
             (not (or (host-in? host hosts)
                      (host-in? (string-append "[" host "]") hosts))))
           (filter (lambda (host) (not (regexp-search "^0\\.0\\.\\d+\\.\\d+$" host))) (hosts-in text))))

    ;; curl $URL
    (define (untold? word) (and (word-unknown? word) (equal? (word-known word) "")))

    (define (bare-host? word hosts)
      (let ((found (regexp-search "^(?://)?(?:[\\w.+-]*@)?([A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}|\\d+\\.\\d+\\.\\d+\\.\\d+)(?:[:/?#]|$)"
                                  (word-known word))))
        (if (regexp-search %numbers (word-known word))
            (elsewhere? (word-known word) hosts)
        (and found
             (not (regexp-search %file (word-known word)))
             (not (host-in? (string-downcase (regexp-match-submatch found 1)) hosts))))))

    (define %file "^[\\w-]+\\.(txt|md|html?|json|ya?ml|sh|py|js|ts|zip|tar|gz|tgz|log|csv|xml|pdf|png|jpg)$")

    ;; an address in another form: 134744072, 0x08080808, 8.526344, [2001:db8::1]
    (define %numbers "^(?:\\w+://)?(?:[^@/]*@)?(?:0[xX][0-9a-fA-F]{3,}|\\d{4,}|\\d+\\.\\d+(?:\\.\\d+)?|\\[[0-9a-fA-F:.]+\\])(?:[:/?#]|$)")

    ;; wget -i urls.txt: addresses that stand elsewhere, and are known where they are fed to it
    (define (listed command hosts)
      (let ((from (cond ((find-word "^-[iK]-$" (command-arguments command)) "-")
                        ((member (command-name command) '("wget" "aria2c")) (option command "i" "input-file"))
                        ((equal? (command-name command) "curl") (option command "K" "config"))
                        (else #f)))
            (fed (command-input command)))
        (cond ((not from) #f)
              ((and (equal? from "-") fed)
               (and (elsewhere? fed hosts) fed))
              (else from))))

    ;; the addresses in a program's text that fetches
    (define (in-code command)
      (let ((code (command-code command)))
        (append (addresses code (command-source command)) (connected code))))

    (define (connected code)
      (if (and code (regexp-search "(?i)socket|fsockopen|smtplib|ftplib|poplib|imaplib|nntplib|telnetlib|paramiko|require\\(['\"](node:)?(net|tls|https?|http2|dns|dgram)['\"]\\)|net\\.(connect|createConnection)|http\\.client|HTTPS?Connection|/inet/" code))
          (map (lambda (host) (string-append "http://" host)) (remove (lambda (host) (regexp-search %file host)) (hosts-in (in-strings code))))
          '()))

    (define (in-strings code)
      (apply string-append
             (map (lambda (found) (string-append found " ")) (regexp-extract "['\"][\\w.:/-]+['\"]" code))))

    (define (addresses code source)
      (if (and code (regexp-search "urlopen|requests\\b|urllib|fetch\\(|https?\\b['\"]?\\)?\\.(get|request)|Net::HTTP|httpx|aiohttp|LWP|getprint|file_get_contents|axios|webbrowser|open-uri|URI\\.open|curl|url-retrieve|(copy|fopen|readfile|getimagesize|simplexml_load_file)\\(['\"]http" source))
          (map (lambda (each) (string-append "http" each)) (cdr (regexp-split "\\bhttp" code)))
          '()))

    ;; the shell's own way to a host: > /dev/tcp/example.org/80
    (define (connects? word hosts)
      (let ((found (regexp-search "^/dev/(?:tcp|udp)/([^/]*)" (word-known word))))
        (and found
             (not (host-in? (string-downcase (regexp-match-submatch found 1)) hosts)))))

    ;; what is fetched has a host, if nobody says of what kind it is: example.org, javascript:…
    (define (judge-urls urls hosts fetched?)
      (define (known? url)
        (let ((asked (url-hosts url)))
          (every (lambda (host) (host-in? host hosts))
                 (if (or (pair? asked) (not fetched?) (regexp-search "(?i)^\\s*((file|data|about|blob):|[/.#?]|$)" url))
                     asked
                     (url-hosts (string-append "//" url))))))
      (let ((found (find (lambda (url) (not (known? url))) urls)))
        (if found (refuse found) '())))

    ;; a host that only the run tells is no known one
    (define (leads-elsewhere? word hosts)
      (or (unknown? (word-known word) hosts)
          (let ((given (regexp-search "^-[\\w-]*=?((?i:https?|ftp|git|ssh)://.*)$" (word-known word))))
            (and given (unknown? (regexp-match-submatch given 1) hosts)))
          (and (word-unknown? word)
               (regexp-matches? "https?://[^/]*" (word-known word)))))

    (define (unknown? url hosts)
      (let ((host (url-host url)))
        (and host (not (host-in? host hosts)))))

    (define (refuse what)
      (object 'hosts (told "this host is not on the list: " what)))))
