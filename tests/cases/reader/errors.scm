;;; Text that is no datum.
(+ 1 2)) ; error: read:
'(1 . 2 3) ; error: read:
'( . 1) ; error: read:
#\nosuchchar ; error: read:
#u8(256) ; error: read:
#zz ; error: read:
(read (open-input-string "(1 2")) ; error: read:
(read (open-input-string ")")) ; error: read:
(guard (e ((read-error? e) 'read-error)) (read (open-input-string "(1 . "))) ; => read-error
(guard (e ((read-error? e) 'read-error)) (read (open-input-string "\"abc"))) ; => read-error
