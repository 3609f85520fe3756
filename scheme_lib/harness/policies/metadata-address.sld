;;; (harness policies metadata-address)

(define-library (harness policies metadata-address)
  (export metadata-address)
  (import (scheme base) (harness policy) (harness answers)
          (tein safe-regexp) (only (srfi 1) any find) (harness shell))
  (begin
    (define-policy metadata-address
      "The address at which a cloud tells its credentials is not asked."
      (parameters)
      (pre_tool payload
        (let ((found (find there? (call-urls payload))))
          (if found
              (refuse found)
              (judge-commands payload "169\\.254|metadata\\.google"
                (lambda (command)
                  (let ((found (and (not (member (command-name command) %unconnected))
                                    (or (find metadata-in? (command-arguments command))
                                    (and (or (member (command-name command) '("ec2-metadata" "ec2metadata")) (runs? command "cloud-init" "query"))
                                         (command-source command))
                                    (let ((code (command-code command)))
                                      (and code (or (metadata? code) (leads-there? code)) (command-source command)))
                                        (told-in-input command)
                                        (find-word %metadata (map redirect-target (command-redirects command)))))))
                    (if found (refuse (word-source found)) '())))
                #f
                %parts)))))

    (define (there? url)
      (let ((text (or (address url) url))) (or (metadata? text) (leads-there? text))))

    ;; found in all that is objected to
    (define %parts
      "(?i)169\\.|169-|192\\.|100\\.|\\d{9}|0x|0\\d\\d|metadata|fd00:|fd20:|ffff|instance-data|cloud-init|a9fe|6464|%[36]|[^\\x00-\\x7f]")

    ;; as numbers
    (define %addresses
      '("169.254.169.254" "169.254.170.2" "169.254.170.23" "100.100.100.200" "fd00:ec2::254" "fd20:ce::254"
        "192.0.0.192" "metadata.google.internal" "metadata.goog" "metadata.azure.internal" "instance-data.ec2.internal"))

    (define (leads-there? text)
      (and (regexp-search %parts text)
           (any (lambda (host) (member host %addresses)) (hosts-in text))))

    ;; curl -K -, wget -i x: what is fed to it, or stands in a file of the line
    (define (told-in-input command)
      (and (member (command-name command) %told)
           (let ((text (command-input command)))
             (and text (or (metadata? text) (leads-there? text)) (command-source command)))))

    (define %told '("curl" "wget" "aria2c" "http" "xh" "nc" "ncat" "netcat"))

    ;; they connect to nobody
    (define %unconnected
      '("echo" "grep" "rg" "git" "printf" "cat" "ls" "head" "tail" "wc" "cp" "mv" "rm" "mkdir" "touch" "less" "diff"
        "sed" "find" "test" "[" "stat" "chmod" "code" "jq"))

    ;; a path of a file is no address, whatever its parts are called
    (define (metadata-in? word)
      (and (or (metadata? (word-source word)) (leads-there? (word-source word)))
           (or (not (regexp-search "^[\\w.~-]*/([\\w.~-]+/)*[\\w.~-]*$" (word-source word)))
               (regexp-search "^/dev/(tcp|udp)/" (word-source word))
               (metadata? (first-part (word-source word)))
               (leads-there? (first-part (word-source word))))))

    (define (first-part path) (regexp-replace "/.*$" path ""))

    (define (refuse what)
      (object #f (told "this address gives out the machine's credentials: " what)))

    ;; also as one number, in hexadecimal, octal, or by a name that leads there
    (define %metadata
      "(?i)169\\.254\\.(169\\.254|170\\.23?)\\b|\\b(169|0x0*a9|0+251)\\.(254|0x0*fe|0+376)\\.((169|0x0*a9|0+251)\\.(254|0x0*fe|0+376)|43518|0xa9fe|0124776)\\b|\\b(169|0x0*a9|0+251)\\.(16689662|0xfea9fe|077524776)\\b|\\b025177524776\\b|(//|^)metadata(/computeMetadata|:\\d)|//metadata(/|$)|\\b2852039166\\b|\\b0xa9fea9fe\\b|0xa9\\.0xfe|0251\\.0?376|metadata\\.google\\.internal|metadata\\.azure|100\\.100\\.100\\.200|169-254-169-254\\.(nip|sslip|xip)\\.io|fd00:ec2::254|::ffff:(169\\.254\\.169\\.254|a9fe:a9fe)|169\\.254\\.169\\.254\\.(nip|sslip|xip)\\.io|\\ba9fea9fe\\.(nip|sslip|xip)\\.io|instance-data\\b")

    ;; of a URL no more than where it leads: //host
    (define (address url)
      (let ((hosts (url-hosts url)))
        (and (pair? hosts)
             (apply string-append (map (lambda (host) (string-append "//" host "/ ")) hosts)))))

    (define (metadata? text) (regexp-search %metadata text))))
