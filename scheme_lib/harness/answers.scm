;;; Bodies of (harness answers).
;;;
;;; The builders of answers return plain alists. Each is legal only where the
;;; point takes the fields it sets: a guard that says (block ...) where only
;;; (deny ...) counts is an error, and not a guard without effect.

;;; reading a payload

;;> (payload-ref payload path default) -> the value at path; default, or #f,
;;> when there is none or it is null. A path is a key, as a string or symbol;
;;> keys with dots between; or a list of keys and indices.
;;> (payload-ref '(("a" ("b" . 1))) "a.b" 0) => 1
;;> (payload-ref '(("a" ("b" . 1))) '(a c) 0) => 0
;;> (payload-ref '(("a" "x" "y")) "a.1") => "y"
;;> (let-fields payload (field ...) body ...) -> the bodies, with fields of the
;;> payload as variables; what a field may be stands at define-hook.
;;> (let-fields '(("a" . 1)) (a (b 2)) (list a b)) => (1 2)
(define-syntax let-fields
  (syntax-rules ()
    ((_ payload () body ...) (let () body ...))
    ((_ payload ((name default) . fields) body ...)
     (let ((name (payload-ref payload 'name default)))
       (let-fields payload fields body ...)))
    ((_ payload (name . fields) body ...)
     (let ((name (payload-ref payload 'name #f)))
       (let-fields payload fields body ...)))
    ((_ payload whole body ...) (let ((whole payload)) body ...))))

;;> (mcp-call payload) -> two values, the server and the tool that the call
;;> is for; #f and #f when it is no call of an MCP tool. The server is "?" where
;;> the agent does not tell it.
;;> (call-with-values (lambda () (mcp-call '(("tool_name" . "mcp:hub/open"))))
;;>   list) => ("hub" "open")
(define (mcp-call payload)
  (let* ((name (payload-ref payload "tool_name" ""))
         (end (if (string? name) (string-length name) 0)))
    (if (and (> end 4) (string=? (substring name 0 4) "mcp:"))
        (let loop ((i 4))
          (cond ((= i end) (values #f #f))
                ((char=? (string-ref name i) #\/)
                 (values (substring name 4 i) (substring name (+ i 1) end)))
                (else (loop (+ i 1)))))
        (values #f #f))))

;;; answers

(define (%field who key value) (%legal-field (answer-fields) who key value))

(define (%legal-field legal who key value)
  (if (and legal (not (memq key legal)))
      (error (string-append who ": this hook point does not take "
                            (symbol->string key) "; it takes")
             legal))
  (cons (symbol->string key) value))

;;> (no-opinion) -> (): let it pass.
(define (no-opinion) '())

;;> (answer one ...) -> one answer of several: what each of them sets.
;;> (answer (set-fallback 'call_user) (add-fuel -5))
(define (answer . parts) (apply append parts))

;;> (block) or (block message): the call is not made, the message is shown
;;> instead (pre_tool, pre_tool_output, pre_spawn_agent, pre_cache_output).
(define (block . message)
  (cons (%field "block" 'block #t)
        (if (pair? message)
            (list (%field "block" 'message (car message)))
            '())))

;;> (deny), (deny reason) or (deny reason text-for-the-user): it is refused,
;;> wherever something can be: a permission, a call, a prompt. The model reads
;;> the reason; the user reads the second text where the agent tells them apart.
(define (deny . texts) (%refuse "deny" texts))

;; At a permission point this is `denied`, elsewhere `block` with its message;
;; made where no point is known, it is both.
(define (%refuse who texts)
  (let ((legal (answer-fields)))
    (if legal
        (%refuse-here legal who texts)
        (let ((text (if (pair? texts) (list (car texts)) '())))
          (append '(("denied" . #t) ("block" . #t))
                  (map (lambda (text) (cons "reason" text)) text)
                  (map (lambda (text) (cons "message" text)) text))))))

(define (%refuse-here legal who texts)
  (let ((blocks (and (memq 'block legal) (memq 'message legal)
                     (not (memq 'denied legal)))))
    (cons (if blocks
              (cons "block" #t)
              (%legal-field legal who 'denied #t))
          (if (pair? texts)
              (cons (if blocks
                        (cons "message" (car texts))
                        (%legal-field legal who 'reason (car texts)))
                    (if (pair? (cdr texts))
                        (list (if (memq 'user_message legal)
                                  (cons "user_message" (cadr texts))
                                  (%legal-field legal who 'warn (cadr texts))))
                        '()))
              '()))))

(define (%takes? key)
  (let ((legal (answer-fields)))
    (and legal (memq key legal) #t)))

;;> (ask) or (ask reason): the user is asked first (pre_tool,
;;> pre_permission). An agent that cannot ask refuses.
(define (ask . reason)
  (list (%field "ask" 'ask
                (if (pair? reason) (car reason) "this needs your approval"))))

;;> (defer) or (defer reason): the call is put off, and the run ends until
;;> somebody takes it up again (pre_tool). An agent that cannot put a call off
;;> refuses.
(define (defer . reason)
  (list (%field "defer" 'defer
                (if (pair? reason) (car reason) "this is to be decided later"))))

;;> (allow): the user is not asked (pre_permission, for the files that
;;> chibi-hooks.toml names).
(define (allow) (list (%field "allow" 'allow #t)))

;;> (stop reason): refuse this, and have the agent end its run where it can
;;> (pre_tool, the permission points, pre_message, pre_stop, post_tool).
(define (stop reason)
  (cons (%field "stop" 'stop reason)
        (if (or (%takes? 'denied) (and (%takes? 'arguments) (%takes? 'block)))
            (%refuse "stop" (list reason))
            '())))

;;> (keep-going reason): the agent does this before it may end its turn
;;> (pre_stop, post_spawn_agent).
(define (keep-going reason)
  (list (%field "keep-going" 'keep_going reason)))

;;> (context text): the model reads this, too (on_start, pre_message, pre_tool,
;;> post_tool, post_tool_failure, pre_spawn_agent, pre_stop).
(define (context text) (list (%field "context" 'context text)))

;;> (warn text): the user reads this; nothing is decided by it.
(define (warn text) (list (%field "warn" 'warn text)))

;;> (rewrite-prompt text): send this prompt instead (pre_message).
(define (rewrite-prompt text)
  (list (%field "rewrite-prompt" 'prompt text)))

;;> (rewrite-arguments alist): call the tool with these arguments (pre_tool).
(define (rewrite-arguments alist)
  (list (%field "rewrite-arguments" 'arguments alist)))

;;> (rewrite-argument payload key value): call the tool with its arguments,
;;> but this value for key (pre_tool).
(define (rewrite-argument payload key value)
  (let* ((name (if (symbol? key) (symbol->string key) key))
         (arguments (payload-ref payload "arguments" '()))
         (old (%named arguments name)))
    (rewrite-arguments
     (if old
         (map (lambda (entry) (if (eq? entry old) (cons name value) entry))
              arguments)
         (append arguments (list (cons name value)))))))

(define (%named x name)
  (cond ((not (pair? x)) #f)
        ((and (pair? (car x)) (equal? (caar x) name)) (car x))
        (else (%named (cdr x) name))))

;;> (rewrite-output text): the model reads this instead (pre_tool_output).
(define (rewrite-output text)
  (list (%field "rewrite-output" 'output text)))

;;> (rewrite-request alist): set these fields of the
;;> request (pre_api_request).
(define (rewrite-request alist)
  (list (%field "rewrite-request" 'request_body alist)))

;;> (inject text): put it into the system prompt (pre_system_prompt,
;;> post_system_prompt).
(define (inject text)
  (list (%field "inject" 'inject text)))

;;> (summarize text): show this for a long output (pre_cache_output).
(define (summarize text)
  (list (%field "summarize" 'summary text)))

;;> (respond text): answer in place of a sub-agent (pre_spawn_agent).
(define (respond text)
  (list (%field "respond" 'response text)))

;;> (exclude-tools name ...): do not offer these (pre_api_tools).
(define (exclude-tools . names)
  (list (%field "exclude-tools" 'exclude (list->vector names))))

;;> (only-tools name ...): offer no others (pre_api_tools).
(define (only-tools . names)
  (list (%field "only-tools" 'include (list->vector names))))

;;> (set-fallback who): call_agent or call_user goes on (pre_agentic_loop,
;;> post_tool_batch).
(define (set-fallback who)
  (list (%field "set-fallback" 'fallback who)))

;;> (set-fuel n): so many tool calls are left (pre_agentic_loop,
;;> post_tool_batch).
(define (set-fuel n)
  (list (%field "set-fuel" 'fuel n)))

;;> (add-fuel n): so many more, or fewer, are left (pre_agentic_loop,
;;> post_tool_batch).
(define (add-fuel n)
  (list (%field "add-fuel" 'fuel_delta n)))

;;> (delivered) or (delivered via): the message is
;;> delivered (pre_send_message).
(define (delivered . via)
  (cons (%field "delivered" 'delivered #t)
        (if (pair? via)
            (list (%field "delivered" 'via (car via)))
            '())))
