;;; (tein docs).
(import (scheme base) (tein docs))
(describe 5) ; => "describe: wanted an alist like hooks-docs, got 5"
(describe '(f g)) ; => "describe: wanted an alist like hooks-docs, got (f g)"
(describe '((__module__ . (my lib)) (f . "doc"))) ; => "(my lib)\n  f - doc\n"
(module-doc '((f . "doc")) 'f) ; => "doc"
