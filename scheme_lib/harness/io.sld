;;; (harness io): files. A path that begins with vfs:// is a virtual file, any
;;; other a file of the system, which unsandboxed hook files have. A file of the
;;; tier virtual, as those in vfs/tools/shared/, has virtual files only, and
;;; writes them as whoever it runs for. No hooks fire.

;;> (io-read path) -> its text, or #f when it is missing.

;;> (io-write path text) -> #t; the new text is there in one step.

;;> (io-append path text) -> #t; it stands at the end, in one step.

;;> (io-list path) -> the sorted names in a directory, () when it is missing.

;;> (io-exists? path) -> is there a file or directory?

;;> (io-delete path) -> #t.

(define-library (harness io)
  (tier unsandboxed)
  (export io-read io-write io-append io-list io-exists? io-delete)
  (import (harness files)))
