;; RFC 9562
(make-uuid) (list (string-length x) (string-ref x 14)) => (36 #\4)
(uuid? "00000000-0000-0000-0000-000000000000") => #t
(uuid? "00000000") => #f
