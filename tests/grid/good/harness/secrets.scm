;; the manual of (harness secrets), and the forms that the issuers publish
(secret-kinds) xs (pair? (member "jwt" (car xs))) => #t
(find-secrets "key AKIAIOSFODNN7EXAMPLE.") => (("aws-access-key" 4 24))
(find-secrets "id emp-1234" '(("badge" . "emp-[0-9]+"))) => (("badge" 3 11))
(find-secrets "password = os.environ['PASSWORD']") => ()
(has-secret? "export TOKEN=abcdefgh1234") => #t
(has-secret? "export TOKEN=$(pass show x)") => #f
(redact "curl https://me:hunter22@host/") => "curl https://me:[url-password]@host/"
(redact "") => ""
(first-secrets "AKIAIOSFODNN7EXAMPLE AKIAIOSFODNN7EXAMPL2" 1) => (("aws-access-key" 0 20))
(first-secrets "AKIAIOSFODNN7EXAMPLE" 0) => ()
(first-secrets "id emp-1234" 5 '(("badge" . "emp-[0-9]+"))) => (("badge" 3 11))
