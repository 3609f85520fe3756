;;; (scheme file): R7RS 6.13.1.

(define-library (scheme file)
  ;; opening
  (export open-binary-input-file open-binary-output-file open-input-file
          open-output-file)
  ;; working with a file
  (export call-with-input-file call-with-output-file with-input-from-file
          with-output-to-file)
  ;; files by name
  (export delete-file file-exists?)
  (tier unsandboxed)
  (import (scheme base)
          (only (engine primitives) delete-file file-exists?
                open-binary-input-file open-binary-output-file
                open-input-file open-output-file))
  (begin
    ;;> (call-with-input-file name proc), (call-with-output-file name proc) ->
    ;;> the values of (proc port)
    (define (call-with-input-file name proc)
      (call-with-port (open-input-file name) proc))
    (define (call-with-output-file name proc)
      (call-with-port (open-output-file name) proc))

    ;;> (with-input-from-file name thunk), (with-output-to-file name thunk) ->
    ;;> the values of thunk; the file is the current port meanwhile
    (define (with-input-from-file name thunk)
      (call-with-input-file
       name
       (lambda (port) (parameterize ((current-input-port port)) (thunk)))))
    (define (with-output-to-file name thunk)
      (call-with-output-file
       name
       (lambda (port)
         (parameterize ((current-output-port port)) (thunk)))))))
