(import (scheme base) (srfi 128) (srfi 162))
(comparator-max real-comparator 1 5 3) ; => 5
(comparator-min real-comparator 4 2 3) ; => 2
(comparator-max-in-list string-comparator '("b" "c" "a")) ; => "c"
(comparator-min-in-list char-comparator '(#\b #\a)) ; => #\a
(comparator-max-in-list real-comparator '()) ; error: error:
(<? default-comparator '() #f #\a "a" 'a 1) ; => #t
(list (<? boolean-comparator #f #t) (=? boolean-comparator #f #f)) ; => (#t #t)
(list (=? char-ci-comparator #\a #\A) (=? string-ci-comparator "ab" "AB")) ; => (#t #t)
(list (<? pair-comparator '(1 . 2) '(1 . 3)) (<? list-comparator '(1) '(1 2)) (<? vector-comparator #(9) #(1 2))) ; => (#t #t #t)
(list (=? eq-comparator 'a 'a) (=? eqv-comparator 1.5 1.5) (=? equal-comparator '(1) '(1))) ; => (#t #t #t)
(map comparator-hashable? (list real-comparator string-ci-comparator list-comparator)) ; => (#t #t #t)
