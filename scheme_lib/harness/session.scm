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
  (car (%times key seconds 'null (%scope scope))))

;;> (rate key n seconds [scope]) -> may it happen once more, when it may happen
;;> n times within so many seconds? #t counts as having happened.
(define (rate key n seconds . scope)
  (cadr (%times key seconds n (%scope scope))))

;;> (in-a-row key value [scope]) -> how often in a row this value has come
;;> under the key, this time included; another one begins anew.
(define (in-a-row key value . scope)
  (%ask "in-a-row" (cons "scope" (%scope scope)) (%key key)
        (cons "mark" (%mark value))))

;; What is long is known by its digest.
(define (%mark value)
  (if (eq? value #t)
      "t"
      (let ((port (open-output-string)))
        (write value port)
        (substring (blake2b (get-output-string port)) 0 32))))

;;; asking the host

(define (%ask question . entries)
  (let ((ask (host-asker)))
    (if ask
        (ask question entries)
        (error (string-append
                question
                ": only hooks and tools may ask the host, not a file while it is loaded")))))

(define (%find key scope)
  (let ((found (%ask "session-find" (cons "scope" scope) (%key key))))
    (and (pair? found) found)))

(define (%put key text scope version)
  (%ask "session-put" (cons "scope" scope) (%key key)
        (cons "text" text) (cons "version" version)))

(define (%times key seconds most scope)
  (%ask "times" (cons "scope" scope) (%key key)
        (cons "seconds" seconds) (cons "most" most)))

(define (%key key)
  (cons "key"
        (cond ((string? key) key)
              ((symbol? key) (symbol->string key))
              (else (error "session: wanted a string or symbol as key" key)))))

(define (%scope rest)
  (cond ((null? rest) "session")
        ((memq (car rest) '(session project home))
         (symbol->string (car rest)))
        (else (error "session: wanted 'session, 'project or 'home" (car rest)))))

(define (%write value)
  (let ((port (open-output-string)))
    (write value port)
    (let ((text (get-output-string port)))
      (if (regexp-search "#<" text)
          (guard (e (#t (error "session: wanted a value that can be read again"
                               value)))
            (%read text)))
      text)))

(define (%read text) (read (open-input-string text)))
