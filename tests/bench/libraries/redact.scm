;;; (tein safe-regexp): twelve patterns redacted in a text of 20 KB.
(import (scheme base) (srfi 1) (tein safe-regexp))

(define patterns
  (map regexp
       '("AKIA[0-9A-Z]{16}"
         "gh[pousr]_[A-Za-z0-9]{36}"
         "sk-[A-Za-z0-9]{20,}"
         "xox[baprs]-[A-Za-z0-9-]{10,}"
         "eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+"
         "-----BEGIN [A-Z ]*PRIVATE KEY-----"
         "(?i)password\\s*[=:]\\s*\\S+"
         "(?i)api[_-]?key\\s*[=:]\\s*\\S+"
         "[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{4}"
         "[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[a-z]{2,}"
         "https?://[^:/ ]+:[^@/ ]+@"
         "\\b[0-9]{3}-[0-9]{2}-[0-9]{4}\\b")))

(define paragraph
  (string-append
   "def main(argv):\n    \"\"\"Parse the arguments and run; see the manual, section 4.2, for the rest.\"\"\"\n"
   "    for name in argv[1:]:\n        print(name, len(name), sum(map(ord, name)) % 255)\n"
   "    # the quick brown fox jumps over the lazy dog; pack my box with five dozen jugs\n"
   "    return subprocess.run([\"make\", \"-j4\", \"all\"], check=True, env=environment)\n"))

(define secrets
  "key = AKIAABCDEFGHIJKLMNOP, password: hunter2, mail ann@example.org, card 1234-5678-9012-3456\n")

(define text
  (let loop ((i 0) (parts '()))
    (if (= i 48)
        (apply string-append parts)
        (loop (+ i 1)
              (cons paragraph (if (= 0 (modulo i 12)) (cons secrets parts) parts))))))

(define (redact text)
  (fold (lambda (pattern text) (regexp-replace-all pattern text "[redacted]")) text patterns))

(define (run n)
  (let loop ((i 0) (length 0))
    (if (= i n)
        length
        (loop (+ i 1) (string-length (redact text))))))
