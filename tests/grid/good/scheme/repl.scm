;; R7RS 6.12
(interaction-environment) (pair? (list x)) => #t
