;;; (harness policies disk-tools)

(define-library (harness policies disk-tools)
  (export disk-tools)
  (import (scheme base) (harness policy) (srfi 1) (tein safe-regexp)
          (harness shell))
  (begin
    (define-policy disk-tools
      "No disk is formatted, partitioned or written over."
      (parameters)
      (pre_tool payload
        (judge-commands payload "\\b(mkfs|dd|wipefs|/dev/(sd|nvme|disk))"
          (lambda (command)
            (if (destroys? command)
                (object #f (told "this writes over a disk: "
                                 (command-source command)))
                '()))
          #f
          %parts)))

    ;; one of these stands in all that is objected to
    (define %parts
      '("mkfs" "mke2fs" "mkswap" "wipefs" "disk" "blkdiscard" "badblocks" "hdparm"
        "cryptsetup" "lvremove" "vgremove" "pvremove" "zpool" "parted" "/dev/"))

    (define (destroys? command)
      (let ((name (or (command-name command) "")))
        (or (regexp-matches? "mkfs(\\..*)?|mke2fs|mkswap|wipefs|sgdisk|cfdisk|sfdisk|blkdiscard|badblocks|hdparm|cryptsetup|lvremove|vgremove|pvremove|zpool" name)
            (and (member name '("fdisk" "parted"))
                 (not (flag? command "l" "list")))
            (and (equal? name "diskutil")
                 (any (lambda (word)
                        (regexp-search "^(?i:erase|partition|zero|secureErase|apfs)"
                                       (word-known word)))
                      (take-at-most (command-arguments command) 1)))
            (and (equal? name "dd")
                 (any (lambda (word) (regexp-search "^of=/dev/" (word-source word)))
                      (command-arguments command))
                 (not (any (lambda (word) (member word '("of=/dev/null" "of=/dev/stdout")))
                           (command-arguments command))))
            (and (member name '("shred" "cp" "tee" "mv"))
                 (any (lambda (word) (disk? (word-known word)))
                      (take-right-at-most (operands command) 1)))
            (any (lambda (word) (disk? (word-known word))) (writes-to command)))))

    (define (disk? path)
      (regexp-search "^/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|dm-|mapper/|md)" path))

    (define (take-at-most list n) (if (null? list) '() (take list n)))
    (define (take-right-at-most list n) (if (null? list) '() (take-right list n)))))
