;; SRFI 45
(force (eager 5)) => 5
(eager (eager 5)) (force (force x)) => 5
(force 7) => 7
