;;; Bodies of (harness secrets).

;; Names and patterns of kinds: lists that nobody can change, so each is made
;; into one search once.
(define-syntax %define-kinds
  (syntax-rules ()
    ((_ names patterns (name . pattern) ...)
     (begin (define names '(name ...))
            (define patterns '(pattern ...))))))

(%define-kinds %names %patterns
  ("private-key"
   . "-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----)?")
  ("aws-access-key" . "\\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\\b")
  ("github-token" . "\\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})")
  ("gitlab-token" . "\\bgl(?:pat|dt|rt|ptt|cbt|soat|ft|imt|agent|oas)-[A-Za-z0-9_-]{20,}")
  ("anthropic-key" . "\\bsk-ant-[A-Za-z0-9_-]{20,}")
  ("openai-key" . "\\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}|\\bsk-[A-Za-z0-9]{40,}")
  ("google-key" . "\\bAIza[0-9A-Za-z_-]{35}")
  ("google-oauth" . "\\bya29\\.[0-9A-Za-z_-]{20,}|\\bGOCSPX-[0-9A-Za-z_-]{28}")
  ("slack-token" . "\\bxox[abeoprs]-[0-9A-Za-z-]{10,}|\\bxapp-[0-9]-[0-9A-Za-z-]{20,}")
  ("slack-webhook" . "https://hooks\\.slack\\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}")
  ("discord-webhook" . "https://(?:ptb\\.|canary\\.)?discord(?:app)?\\.com/api/webhooks/[0-9]+/[A-Za-z0-9_-]{20,}")
  ("stripe-key" . "\\b(?:sk|rk)_(?:live|test)_[0-9A-Za-z]{16,}|\\bwhsec_[0-9A-Za-z]{24,}")
  ("npm-token" . "\\bnpm_[A-Za-z0-9]{36}")
  ("pypi-token" . "\\bpypi-[A-Za-z0-9_-]{50,}")
  ("sendgrid-key" . "\\bSG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{32,}")
  ("twilio-key" . "\\bSK[0-9a-f]{32}\\b")
  ("huggingface-token" . "\\bhf_[A-Za-z0-9]{30,}")
  ("digitalocean-token" . "\\bdo[opr]_v1_[0-9a-f]{64}")
  ("databricks-token" . "\\bdapi[0-9a-f]{32}")
  ("shopify-token" . "\\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}")
  ("telegram-token" . "\\b[0-9]{8,10}:AA[A-Za-z0-9_-]{32,}")
  ("docker-token" . "\\bdckr_pat_[A-Za-z0-9_-]{20,}")
  ("vault-token" . "\\bhv[sbr]\\.[A-Za-z0-9_-]{24,}")
  ("linear-key" . "\\blin_api_[A-Za-z0-9]{32,}")
  ("age-key" . "\\bAGE-SECRET-KEY-1[0-9A-Z]{50,}")
  ("azure-key" . "((?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{40,}={0,2}")
  ("jwt" . "\\beyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}")
  ("url-password" . "(\\b[a-zA-Z][a-zA-Z0-9+.-]*://[A-Za-z0-9_.%+~-]*:)[A-Za-z0-9_.!%^&+=~,-]{3,}(@)")
  ("bearer-token" . "((?i:authorization['\"]?\\s*[:=]\\s*['\"]?(?:bearer|basic|token)\\s+))[A-Za-z0-9_.+/=~-]{16,}")
  ("assignment"
   . "((?i:(?:password|passwd|passphrase|secret|api[_-]?key|access[_-]?key|auth[_-]?token|access[_-]?token|client[_-]?secret|private[_-]?key|secret[_-]?(?:access[_-]?)?key)['\"]?\\s*(?::|=|:=|=>)\\s*)['\"])[^\\s'\"<>{}$%][^\\s'\"<>{}]{7,}(['\"])|((?:[A-Z0-9]+_)*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_KEY|SECRET_KEY|ACCESS_KEY|PRIVATE_KEY|SECRET_ACCESS_KEY)=)[A-Za-z0-9_.!@#%^+=~/-]{8,}"))

;; The others: one search may not be any larger. They are looked for where one of
;; these stands in the text.
(define %hints
  "gsk_|xai-|pplx-|\\br8_|sk-or-|nvapi-|lsv2_|\\bfig[dour]|PMAK-|ntn_|secret_|\\bNR(?:AK|JS|II|RA)-|sntry|gls[a]_|glc_|\\bdp\\.|rubygems_|AKCp|_authToken|\\bpul-|sbp_|\\bvc[apikr]+_|pscale_|HRKU-|tskey-|atlasv1|ops_eyJ|\\bfm[12]_|AT[AC]TT3|\\bkey-|-us[0-9]|xkeysib|\\bre_|sq0|\\bEAA|8Q~|(?i:aws_?se|passw|passphrase|mot de passe|contrase)|_(?:PASSWORD|PASSWD|SECRET|TOKEN|KEY)['\"]?:|client_?secret=|(?:auth|access|refresh)_?token=|curl|mysql|sshpass|\\blogin\\b")

(%define-kinds %more-names %more-patterns
  ("model-key" . "\\b(?:gsk_[A-Za-z0-9]{10,}|xai-[A-Za-z0-9]{10,}|pplx-[A-Za-z0-9]{10,}|r8_[A-Za-z0-9]{10,}|sk-or-v1-[0-9a-f]{10,}|nvapi-[\\w-]{10,}|lsv2_[a-z]{2}_[0-9a-f]{10,}_[0-9a-f]{8,})")
  ("figma-token" . "\\bfig[dour]+_[\\w-]{10,}")
  ("postman-key" . "\\bPMAK-[0-9a-f]{10,}-[0-9a-f]{10,}")
  ("notion-token" . "\\bntn_[A-Za-z0-9]{10,}|\\bsecret_[A-Za-z0-9]{10,}\\b")
  ("newrelic-key" . "\\bNR(?:AK|JS|II|RA)-[\\w-]{10,}")
  ("sentry-token" . "\\bsntry[su]_[\\w+/=-]{10,}")
  ("grafana-token" . "\\bglsa_[A-Za-z0-9]{10,}_[0-9a-fA-F]{8}|\\bglc_[A-Za-z0-9+/=]{10,}")
  ("doppler-token" . "\\bdp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{10,}")
  ("registry-token" . "\\brubygems_[0-9a-f]{10,}|\\bAKCp[A-Za-z0-9]{10,}|(?:_authToken=)[\\w-]{10,}")
  ("platform-token" . "\\bpul-[0-9a-f]{10,}\\b|\\bsbp_[0-9a-f]{10,}\\b|\\bvc[apikr]{1,2}_[A-Za-z0-9]{10,}|\\bpscale_(?:tkn|pw|oauth)_[\\w.=-]{10,}|\\bHRKU-[\\w-]{10,}|\\btskey-[a-z]+-[A-Za-z0-9-]{10,}|\\b[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{10,}|\\bops_eyJ[\\w-]{10,}|\\bfm[12]_[A-Za-z0-9+/=]{10,}")
  ("atlassian-token" . "\\bATATT3[\\w=-]{10,}|\\bATCTT3[\\w=-]{10,}")
  ("mail-key" . "\\bkey-[0-9a-f]{10,}\\b|\\b[0-9a-f]{10,}-us[0-9]{1,2}\\b|\\bxkeysib-[0-9a-f]{10,}-[A-Za-z0-9]{16}\\b|\\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{10,}")
  ("square-token" . "\\bsq0[a-z]{3}-[\\w-]{10,}")
  ("facebook-token" . "\\bEAA[CM][A-Za-z0-9]{10,}")
  ("azure-secret" . "\\b[\\w.~]{3}8Q~[\\w~.-]{20,}")
  ("setting" . "((?:[A-Z0-9]+_)+(?:PASSWORD|PASSWD|SECRET|TOKEN|KEY)['\"]?:[ ]*['\"]?|(?i:client_?secret|(?:auth|access|refresh)_?token)=)[A-Za-z]*[0-9][A-Za-z0-9_.!@#%^+=~/-]{7,}")
  ("aws-secret-key" . "((?i:aws_?(?:secret_?access_?key|session_?token))['\"]?\\s*[:=]\\s*['\"]?)[A-Za-z0-9/+=]{10,}")
  ("command-password" . "(\\bcurl\\b[^\\n|;]*\\s(?:-u|--user)[ =]?['\"]?[A-Za-z0-9_.@-]+:)[^\\s'\"$<{:*]{4,}|(\\bmysql(?:dump|admin)?\\b[^\\n|;]*\\s-p)[A-Za-z0-9!@#%^+=_.]{6,}|(\\bsshpass\\s+-p\\s*['\"]?)[^\\s'\"$<{]{4,}|(\\blogin\\b[^\\n|;&]*\\s(?:-p|--password)[ =]['\"]?)[^\\s'\"$<{`-][^\\s'\"]{3,}")
  ("told-password" . "((?i:\\b(?:password|passwort|passwd|passphrase|mot de passe|contraseña)(?:\\s+is\\s*:?|\\s*:)\\s+['\"`]?))[A-Za-z]+[0-9!@#$%^&*+][\\w!@#$%^&*+]{3,}"))

;;> (secret-kinds) -> the names of the kinds that are known.
;;> (and (member "jwt" (secret-kinds)) #t) => #t
(define (secret-kinds) (append %names %more-names '()))

;;> (find-secrets text [patterns]) -> ((kind start end) ...), in the order of
;;> the text; the patterns of one's own come first.
;;> (find-secrets "key AKIAIOSFODNN7EXAMPLE.") => (("aws-access-key" 4 24))
;;> (find-secrets "id emp-1234" '(("badge" . "emp-[0-9]+"))) => (("badge" 3 11))
;;> (find-secrets "password = os.environ['PASSWORD']") => ()
(define (find-secrets text . patterns) (%found text -1 patterns))

;;> (first-secrets text count [patterns]) -> the same, at most so many: a text
;;> may hold so many that to find all of them takes longer than a hook has.
;;> (first-secrets "AKIAIOSFODNN7EXAMPLE AKIAIOSFODNN7EXAMPL2" 1) => (("aws-access-key" 0 20))
(define (first-secrets text count . patterns) (%found text count patterns))

;; Of several lists of kinds that are each looked for in one scan, the matches in
;; the order of the text; none overlaps another.
(define (%found text most patterns)
  (let ((scans (%scans text patterns)))
    (let loop ((start 0) (found '()) (left most))
      (let ((match (and (not (= left 0)) (%first scans text start))))
        (if (not match)
            (reverse found)
            (loop (%behind (cdr match))
                  (cons (cons (car match) (%secret (cdr match))) found)
                  (- left 1)))))))

(define (%scans text options)
  (cond ((and (null? options) (not (%may-have-one? text))) '())
        ((or (> (string-length text) 500000) ; too long to be asked
             (regexp-search %hints text))
         (list (%first-scan options) (%scan-for %more-names %more-patterns)))
        (else (list (%first-scan options)))))

(define (%first-scan options)
  (if (and (pair? options) (pair? (car options)))
      (%scan-for (append (map car (car options)) %names)
                 (append (map cdr (car options)) %patterns))
      (%scan-for %names %patterns)))

;; Whether to look at all: there is nothing to find in most texts.
(define (%may-have-one? text)
  (or (> (string-length text) %part) ; too long for one search
      (regexp-search %hints text)
      (regexp-search-any %patterns text)))

;; (name . match) of the first secret, or #f.
(define (%first scans text start)
  (let loop ((scans scans) (best #f))
    (if (null? scans)
        best
        (let ((match (%next! (car scans) text start)))
          (loop (cdr scans)
                (if (and match (or (not best) (< (%begin (cdr match)) (%begin (cdr best)))))
                    match
                    best))))))

(define (%begin match) (vector-ref (vector-ref match 0) 1))
(define (%end match) (vector-ref (vector-ref match 0) 2))

;; Where the search goes on.
(define (%behind match)
  (if (= (%end match) (%begin match)) (+ (%end match) 1) (%end match)))

;; A scan knows what it found already, and where it goes on: a text full of one
;; kind of credential is not read anew for the others each time.
(define-record-type <scan>
  (%make-scan names patterns found at some)
  %scan?
  (names %scan-names)
  (patterns %scan-patterns)
  (found %ready %set-ready!)
  (at %at %set-at!)
  (some %some %set-some!)) ; how many it looks for at once: first few, few are there

(define (%scan-for names patterns)
  (%make-scan names patterns '() 0 2))

;; (name . match) of the first match that begins there or behind it, or #f.
(define (%next! scan text start)
  (%drop! scan start)
  (if (and (null? (%ready scan)) (<= (%at scan) (string-length text)))
      (begin
        (%look! scan text)
        (%next! scan text start))
      (and (pair? (%ready scan)) (car (%ready scan)))))

;; What begins before that place is another's; what it hides is looked for again.
(define (%drop! scan start)
  (cond ((and (pair? (%ready scan)) (< (%begin (cdr (car (%ready scan)))) start))
         (if (> (%end (cdr (car (%ready scan)))) start)
             (begin
               (%set-ready! scan '())
               (%set-at! scan start))
             (begin
               (%set-ready! scan (cdr (%ready scan)))
               (%drop! scan start))))
        ((and (null? (%ready scan)) (< (%at scan) start))
         (%set-at! scan start))))

;; A long text is looked at in parts: so many patterns in one scan of a
;; megabyte are refused, and a refusal would let the credential pass. In a part
;; a secret may begin in the first %fresh characters; the others are for its end.
(define %part 20000)
(define %fresh 10000)

(define (%look! scan text)
  (let* ((size (string-length text))
         (at (%at scan))
         (from (max 0 (- at 1))) ; what stands before tells a word's begin
         (to (min size (+ at %part)))
         (some (%some scan))
         (all (%regexp-all-of-any (%scan-patterns scan)
                                  (if (and (= from 0) (= to size))
                                      text
                                      (substring text from to))
                                  (- at from)
                                  some)))
    (%set-some! scan (min 256 (* 4 some)))
    (let loop ((all all) (found '()) (behind at) (count 0))
      (let* ((match (and (pair? all) (%moved (cdr (car all)) from)))
             (begins (and match (%begin match))))
        (cond ((not match)
               (%set-ready! scan (reverse found))
               (%set-at! scan (cond ((= count some) behind)
                                    ((= to size) (+ size 1))
                                    (else (max behind (+ at %fresh))))))
              ((and (< to size) (>= begins (+ at %fresh)))
               (%set-ready! scan (reverse found))
               (%set-at! scan (max behind (+ at %fresh))))
              ((and (< to size) (= (%end match) to) (> begins at)) ; it goes on behind this part
               (%set-ready! scan (reverse found))
               (%set-at! scan begins))
              (else
               (loop (cdr all)
                     (if (%stands-for-one? text (%secret match))
                         found
                         (cons (cons (list-ref (%scan-names scan) (car (car all))) match) found))
                     (%behind match)
                     (+ count 1))))))))

;; What stands in an example in the place of a credential.
(define (%stands-for-one? text place)
  (and (< (- (cadr place) (car place)) 60)
       (regexp-matches? %stand-ins (substring text (car place) (cadr place)))))

(define %stand-ins
  "(?i)(your|my|some|insert|enter|replace|change|put|add|fill)[-_ ]?(me|this|it|in|your|own|[\\w.-]*(key|token|secret|password|pass|here|value|id))[-_.\\w]*|change[-_]?(me|it|this)\\d*!?|pass(word|wd|phrase)?\\d{0,3}|secret|token|redacted|example|placeholder|dummy|none|null|undefined|postgres|root|user(name)?|admin|guest|test(ing)?|(process\\.env|os\\.environ|import\\.meta|env|config|settings|secrets|vars?|self|this|args|options|req|request|ctx)\\.[\\w.\\[\\]'\"]*|x{4,}|\\*+|\\.{3,}|0+|(pass(word)?|secret|token|key|api[-_]?key)[-_.](field|input|label|reset|hash|hint|here|value|name|id|placeholder|text|form|goes[-_]here)([-_.]\\w+)*|(api|secret|access|auth|private)[-_]?(key|token)([-_]here)?")

;; The match with its places that many characters later.
(define (%moved match by)
  (if (= by 0)
      match
      (vector-map (lambda (group)
                    (and group
                         (vector (vector-ref group 0)
                                 (+ by (vector-ref group 1))
                                 (+ by (vector-ref group 2)))))
                  match)))

;; (start end) of a match without the groups that begin and end it.
(define (%secret match)
  (let* ((whole (vector-ref match 0))
         (first (vector-ref whole 1))
         (last (vector-ref whole 2)))
    (let loop ((i 1) (start first) (end last))
      (if (= i (vector-length match))
          (list start end)
          (let ((group (vector-ref match i)))
            (cond ((not group) (loop (+ i 1) start end))
                  ((= (vector-ref group 1) first)
                   (loop (+ i 1) (vector-ref group 2) end))
                  ((= (vector-ref group 2) last)
                   (loop (+ i 1) start (vector-ref group 1)))
                  (else (loop (+ i 1) start end))))))))

;;> (has-secret? text [patterns]) -> is there a credential in it?
;;> (has-secret? "export TOKEN=abcdefgh1234") => #t
;;> (has-secret? "export TOKEN=$(pass show x)") => #f
(define (has-secret? text . patterns)
  (and (%first (%scans text patterns) text 0) #t))

;;> (redact text [patterns]) -> the text with [kind] in place of each secret;
;;> everything else stays as it is.
;;> (redact "curl https://me:hunter22@host/") => "curl https://me:[url-password]@host/"
(define (redact text . patterns)
  (let loop ((found (apply find-secrets text patterns)) (from 0) (parts '()))
    (if (null? found)
        (apply string-append
               (reverse (cons (substring text from (string-length text)) parts)))
        (let* ((kind (car (car found)))
               (start (max from (cadr (car found))))
               (end (caddr (car found))))
          (loop (cdr found)
                end
                (cons (string-append "[" kind "]")
                      (cons (substring text from start) parts)))))))
