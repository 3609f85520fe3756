;;; Of MCP servers only those that we know are called.

(define known '("github" "calendar"))

(define-hook pre_tool payload
  (let-values (((server tool) (mcp-call payload)))
    (if (and server (not (member server known)))
        (block (string-append "The server " server " is not allowed here."))
        (no-opinion))))
