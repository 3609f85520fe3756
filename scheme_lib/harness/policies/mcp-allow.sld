;;; (harness policies mcp-allow)

(define-library (harness policies mcp-allow)
  (export mcp-allow)
  (import (scheme base) (harness policy) (harness answers))
  (begin
    (define-policy mcp-allow
      "Only known tools of other servers are called."
      (parameters
       (tools '() "server/tool, or server/* for all of a server's"))
      (pre_tool payload
        (call-with-values (lambda () (mcp-call payload))
          (lambda (server tool)
            (if (and server (not (known? server tool tools)))
                (object 'tools (told "this tool is not on the list: " server "/" tool))
                '())))))

    (define (known? server tool tools)
      (or (member (string-append server "/" tool) tools)
          (member (string-append server "/*") tools)))))
