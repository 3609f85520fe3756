;;; Bodies of (harness session).

;;; values

;;> (session-ref key [default [scope]]) -> what is kept under the key; the
;;> default, or #f, when nothing is.
(define (session-ref key . rest)
  (let ((found (%find key (%scope (if (pair? rest) (cdr rest) '())))))
    (cond (found (%read (car found)))
          ((pair? rest) (car rest))
          (else #f))))

;;> (session-set! key value [scope]) keeps a value in place of what was kept.
(define (session-set! key value . scope)
  (%put key (%write value) (%scope scope) 'null)
  (if #f #f))

;;> (session-delete! key [scope]) forgets what is kept.
(define (session-delete! key . scope)
  (%put key 'null (%scope scope) 'null)
  (if #f #f))

;;> (session-update! key procedure default [scope]) -> what the procedure gives
;;> for the value that is kept, or the default, and what is kept from now on.
;;> It is called again when another host has been faster.
(define (session-update! key procedure default . scope)
  (let ((scope (%scope scope)))
    (let loop ((tries 20))
      (let* ((found (%find key scope))
             (value (procedure (if found (%read (car found)) default)))
             (version (if found (cadr found) 0)))
        (cond ((%put key (%write value) scope version) value)
              ((> tries 0) (loop (- tries 1)))
              (else (error "session-update!: others change it all the time"
                           key)))))))

;;; how often something happens

;;> (times key seconds [scope]) -> how often it has happened within the last
;;> seconds, this time included.
(define (times key seconds . scope)
  (%ask-about "times" key scope "seconds" seconds))

;;> (rate key n seconds [scope]) -> may it happen once more, when it may happen
;;> n times within so many seconds? #t counts as having happened.
(define (rate key n seconds . scope)
  (%ask-about "rate" key scope "seconds" seconds "most" n))

;;> (in-a-row key value [scope]) -> how often in a row this value has come
;;> under the key, this time included; another one begins anew.
(define (in-a-row key value . scope)
  (%ask-about "in-a-row" key scope
              "mark" (if (eq? value #t) "t" (%mark value))))

;;> (fields-in-a-row key fields [scope]) -> how often in a row the payload of
;;> a fire has had the same under these fields, this time included; a string,
;;> with blanks between their names.
(define (fields-in-a-row key fields . scope)
  (%ask-about "fields-in-a-row" key scope "fields" fields))

;; The usual scope and a string as key are told without a call.
(define-syntax %ask-about
  (syntax-rules ()
    ((_ question key scope told ...)
     (ask-host question "scope" (if (null? scope) "session" (%scope scope))
               "key" (if (string? key) key (%key key)) told ...))))

;; What is long is known by its digest.
(define (%mark value)
  (cond ((and (string? value) (< (string-length value) 32))
         (string-append "\"" value))
        ((symbol? value) (string-append "'" (symbol->string value)))
        ((exact-integer? value) (number->string value))
        (else
         (let ((port (open-output-string)))
           (write value port)
           (string-append
            "#" (substring (blake2b (get-output-string port)) 0 31))))))

;;; asking the host

(define (%find key scope)
  (let ((found (ask-host "session-find" "scope" scope "key" (%key key))))
    (and (pair? found) found)))

(define (%put key text scope version)
  (ask-host "session-put" "scope" scope "key" (%key key)
            "text" text "version" version))

(define (%key key)
  (cond ((string? key) key)
        ((symbol? key) (symbol->string key))
        (else (error "session: wanted a string or symbol as key" key))))

(define (%scope rest)
  (cond ((null? rest) "session")
        ((memq (car rest) '(session project home))
         (symbol->string (car rest)))
        (else (error "session: wanted 'session, 'project or 'home" (car rest)))))

;; Most of what hooks keep are numbers.
(define (%write value)
  (if (exact-integer? value)
      (number->string value)
      (let ((port (open-output-string)))
        (write value port)
        (let ((text (get-output-string port)))
          (if (regexp-search "#<" text)
              (guard (e (#t (error "session: wanted a value that can be read again"
                                   value)))
                (%read text)))
          text))))

(define (%read text)
  (or (string->number text) (read (open-input-string text))))
