;; SRFI 162
(comparator-max real-comparator 1 5 3) => 5
(comparator-min string-comparator "b" "a" "c") => "a"
(comparator-max-in-list real-comparator (list 1 5 3)) => 5
(comparator-min-in-list real-comparator (list 4 2 3)) => 2
