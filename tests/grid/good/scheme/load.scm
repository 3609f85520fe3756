;; R7RS 6.14; "text.scm" holds (define loaded 7)
(load "text.scm") loaded => 7
