(import (only (harness answers) payload-ref))

(define (offered context)
  (fire 'pre_api_tools
    `(("context_name" . ,context)
      ("tools" (("name" . "file_head") ("type" . "fs_read"))
               (("name" . "write_file") ("type" . "fs_write"))
               (("name" . "shell_exec") ("type" . "shell"))))))

(test '("write_file" "shell_exec")
  (payload-ref (offered "review") "exclude"))
(test '() (offered "main"))
