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
        (judge-commands payload "\\b(mkfs|dd|wipefs|/dev/(sd|nvme|disk))|(?i:\\bformat\\s+[a-z]:)"
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
        "cryptsetup" "lvremove" "vgremove" "pvremove" "zpool" "parted" "/dev/" "zfs" "nvme" "mdadm" "btrfs"
        "lvreduce" "newfs" "sg_format" "dmsetup" "hdiutil" "format"))

    (define (destroys? command)
      (let ((name (or (command-name command) "")))
        (or (and (regexp-matches? "mkfs(\\..*)?|mke2fs|mkswap|wipefs|sgdisk|cfdisk|sfdisk|blkdiscard|lvremove|vgremove|pvremove|lvreduce|newfs(_.*)?|sg_format" name)
                 (not (flag? command "help" "version" "l" "list" "p" "print" "d" "dump" "no-act"))
                 (not (image? (command-arguments command))))
            (and (equal? name "badblocks") (flag? command "w"))
            (and (equal? name "hdparm")
                 (flag? command "security-erase" "security-erase-enhanced" "security-set-pass" "trim-sector-ranges"
                        "write-sector" "format-track" "fwdownload"))
            (by-verb? name (command-words command))
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
            (any (lambda (word) (disk? (word-known word))) (writes-to command))
            (and (command-code command)
                 (any (lambda (word) (disk? (word-known word))) (command-changes command))))))

    ;; a disk that is a file
    (define (image? words)
      (and (find-word "\\.(img|image|iso|raw|qcow2|vhd|bin|ext[234]|squashfs)$" words)
           (not (find-word "/dev/" words))))

    ;; programs that also only tell
    (define (by-verb? name words)
      (let ((verbs (assoc name '(("cryptsetup" . "^(luksFormat|erase|luksErase|luksKillSlot|luksRemoveKey|reencrypt|format|create)$")
                                 ("zpool" . "^(destroy|create|labelclear|remove|detach|offline|export)$")
                                 ("zfs" . "^(destroy|rollback)$")
                                 ("nvme" . "^(format|sanitize|delete-ns|write-.*)$")
                                 ("mdadm" . "^--(zero-superblock|create|stop|remove|fail)$|^-C$")
                                 ("btrfs" . "^(delete|remove|replace)$")
                                 ("dmsetup" . "^(remove|remove_all|wipe_table|clear)$")
                                 ("hdiutil" . "^erase")
                                 ("format" . "^[A-Za-z]:$")))))
        (and verbs (find-word (cdr verbs) (cdr words)) #t)))

    (define (disk? path)
      (regexp-search "^/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|dm-|mapper/|md)" path))

    (define (take-at-most list n) (if (null? list) '() (take list n)))
    (define (take-right-at-most list n) (if (null? list) '() (take-right list n)))))
