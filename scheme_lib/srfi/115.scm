;;; Regular expressions over the engine's positions: a match is a record of
;;; the string and where the groups begin and end in it.

(define-record-type regexp-match
  (%make-match regexp string positions)
  regexp-match?
  (regexp %match-regexp)
  (string %match-string)
  (positions %match-positions))

;;> (regexp sre) -> the compiled expression; a compiled one is given back
;;> (regexp? (regexp '(+ "ab"))) => #t
(define (regexp sre) (%sre-compile sre))

;;> (rx sre ...) -> the compiled sequence; sre are quasi-quoted
;;> (regexp-matches? (rx "a" (= ,(+ 1 1) "b")) "abb") => #t
(define-syntax rx
  (syntax-rules ()
    ((_ sre ...) (regexp `(: sre ...)))))

;;> (regexp? x), (valid-sre? x) -> whether x is compiled, can be compiled
;;> (map valid-sre? '("a" (or "a" num) (no-such "a"))) => (#t #t #f)
(define (regexp? x) (%sre? x))
(define (valid-sre? x) (%sre-valid? x))

;;> (regexp->sre regexp) -> what it was made from
;;> (regexp->sre (regexp '(* "a"))) => (* "a")
(define (regexp->sre regexp) (%sre-source regexp))

;;> (char-set->sre characters) -> the expression for a set of characters,
;;> given as a string or list
;;> (char-set->sre '(#\a #\b)) => (char-set "ab")
(define (char-set->sre characters)
  (list 'char-set
        (if (string? characters) characters (list->string characters))))

(define (%option options n)
  (cond ((null? options) #f)
        ((= n 0) (car options))
        (else (%option (cdr options) (- n 1)))))

(define (%match regexp string positions)
  (and positions (%make-match regexp string positions)))

;;> (regexp-matches re string [start [end]]) -> the match of the whole, or #f
;;> (regexp-match->list (regexp-matches '(: ($ "a") (* any)) "abc"))
;;>   => ("abc" "a")
(define regexp-matches
  (case-lambda
    ((re string)
     (let ((re (regexp re)))
       (%match re string (%sre-match re string #f #f))))
    ((re string . range)
     (let ((re (regexp re)))
       (%match re string
               (%sre-match re string (%option range 0) (%option range 1)))))))

;;> (regexp-matches? re string [start [end]]) -> whether all of it matches
;;> (regexp-matches? '(+ num) "123") => #t
(define regexp-matches?
  (case-lambda
    ((re string) (and (%sre-match (regexp re) string #f #f) #t))
    ((re string . range)
     (and (%sre-match (regexp re) string (%option range 0) (%option range 1))
          #t))))

;;> (regexp-search re string [start [end]]) -> the leftmost longest match
;;> (regexp-match-submatch (regexp-search '(or "a" "ab") "xabc")) => "ab"
(define regexp-search
  (case-lambda
    ((re string)
     (let ((re (regexp re)))
       (%match re string (%sre-search re string #f #f))))
    ((re string . range)
     (let ((re (regexp re)))
       (%match re string
               (%sre-search re string (%option range 0)
                            (%option range 1)))))))

;;> (regexp-match-count match) -> how many groups, the whole not counted
;;> (regexp-match-count (regexp-search '(: ($ "a") ($ "b")) "ab")) => 2
(define (regexp-match-count match)
  (- (quotient (vector-length (%match-positions match)) 2) 1))

;; The number of a group, by number or name; of several groups of one name the
;; first that took part.
(define (%group match field)
  (cond
   ((exact-integer? field)
    (if (<= 0 field (regexp-match-count match))
        field
        (error "regexp-match-submatch: there is no group" field)))
   (else
    (or (%sre-group (%match-regexp match) field (%match-positions match))
        (error "regexp-match-submatch: there is no group" field)))))

;;> (regexp-match-submatch match [field]) -> the text of a group (number or
;;> name; 0 is the whole), #f if it took no part; -start and -end: its place
;;> (let ((m (regexp-search '(: "a" (-> rest (+ "b"))) "xabbc")))
;;>   (list (regexp-match-submatch m 'rest) (regexp-match-submatch-start m 1)
;;>   (regexp-match-submatch-end m))) => ("bb" 2 4)
(define regexp-match-submatch
  (case-lambda
    ((match) (regexp-match-submatch match 0))
    ((match field)
     (let* ((group (%group match field))
            (start (%start match group)))
       (and start
            (substring (%match-string match) start (%end match group)))))))

(define (%start match group)
  (vector-ref (%match-positions match) (* 2 group)))
(define (%end match group)
  (vector-ref (%match-positions match) (+ 1 (* 2 group))))

(define regexp-match-submatch-start
  (case-lambda
    ((match) (%start match 0))
    ((match field) (%start match (%group match field)))))
(define regexp-match-submatch-end
  (case-lambda
    ((match) (%end match 0))
    ((match field) (%end match (%group match field)))))

;;> (regexp-match->list match) -> the texts of the whole and the groups
;;> (regexp-match->list (regexp-search '(or ($ "a") ($ "b")) "b"))
;;>   => ("b" #f "b")
(define (regexp-match->list match)
  (let loop ((n (regexp-match-count match)) (texts '()))
    (if (< n 0)
        texts
        (loop (- n 1) (cons (regexp-match-submatch match n) texts)))))

;; The first matches, so many at most; #f: all.
(define (%all who re string start end most)
  (map (lambda (positions) (%make-match re string positions))
       (%sre-matches who re string start end most)))

;;> (regexp-fold re kons knil string [finish [start [end]]]) -> (kons index
;;> match string state) for each match; index is where the one before ended;
;;> at last (finish index #f string state)
;;> (regexp-fold 'num (lambda (i m s n) (+ n 1)) 0 "a1b2") => 2
(define (regexp-fold re kons knil string . options)
  (let* ((re (regexp re))
         (finish (or (%option options 0) (lambda (i m s state) state)))
         (start (or (%option options 1) 0)))
    (let loop ((matches (%all 'regexp-fold re string start
                              (%option options 2) #f))
               (index start)
               (state knil))
      (if (null? matches)
          (finish index #f string state)
          (loop (cdr matches)
                (%end (car matches) 0)
                (kons index (car matches) string state))))))

;; The matches that took something.
(define (%filled who re string range)
  (let loop ((matches (%all who (regexp re) string (%option range 0)
                            (%option range 1) #f))
             (kept '()))
    (cond ((null? matches) (reverse kept))
          ((= (%start (car matches) 0) (%end (car matches) 0))
           (loop (cdr matches) kept))
          (else (loop (cdr matches) (cons (car matches) kept))))))

(define (%range-end string range)
  (or (%option range 1) (string-length string)))

;;> (regexp-extract re string [start [end]]) -> the texts of all matches that
;;> are not empty
;;> (regexp-extract '(+ num) "192.168.0.1") => ("192" "168" "0" "1")
(define (regexp-extract re string . range)
  (map regexp-match-submatch (%filled 'regexp-extract re string range)))

;;> (regexp-split re string [start [end]]) -> the texts between those matches
;;> (regexp-split '(+ space) " fee fi fo\n") => ("" "fee" "fi" "fo" "")
(define (regexp-split re string . range)
  (let loop ((matches (%filled 'regexp-split re string range))
             (at (or (%option range 0) 0))
             (texts '()))
    (if (null? matches)
        (reverse (cons (substring string at (%range-end string range))
                       texts))
        (loop (cdr matches)
              (%end (car matches) 0)
              (cons (substring string at (%start (car matches) 0))
                    texts)))))

;;> (regexp-partition re string [start [end]]) -> the texts between matches
;;> and of matches in turn; an empty last one is left out
;;> (regexp-partition '(+ (or space punct)) "Hello, world!\n")
;;>   => ("Hello" ", " "world" "!\n")
(define (regexp-partition re string . range)
  (let loop ((matches (%filled 'regexp-partition re string range))
             (at (or (%option range 0) 0))
             (texts '()))
    (cond
     ((pair? matches)
      (loop (cdr matches)
            (%end (car matches) 0)
            (cons (regexp-match-submatch (car matches))
                  (cons (substring string at (%start (car matches) 0))
                        texts))))
     ((and (pair? texts) (= at (%range-end string range)))
      (reverse texts))
     (else
      (reverse (cons (substring string at (%range-end string range))
                     texts))))))

;;> (regexp-replace re string subst [start [end [count]]]) -> the part of the
;;> string with match number count (from 0) replaced. subst is a string, a
;;> group (number or name), pre or post (what stands before, after the
;;> match), a procedure of the match, or a list of those
;;> (regexp-replace '(+ space) "one two three" "_") => "one_two three"
;;> (regexp-replace '(+ space) "one two three" "_" 1 10) => "ne_two th"
;;> (regexp-replace '(: ($ "a") ($ "b")) "xaby" '(2 "-" 1)) => "xb-ay"
(define (regexp-replace re string subst . options)
  (let* ((re (regexp re))
         (count (or (%option options 2) 0)))
    (let loop ((matches (%all 'regexp-replace re string
                              (%option options 0) (%option options 1)
                              (and (exact-integer? count) (>= count 0)
                                   (+ count 1))))
               (count count))
      (cond ((null? matches) (%replaced string '() subst options))
            ((= count 0) (%replaced string (list (car matches)) subst options))
            (else (loop (cdr matches) (- count 1)))))))

;;> (regexp-replace-all re string subst [start [end]]) -> with every match
;;> replaced
;;> (regexp-replace-all '(+ space) "one two three" "_") => "one_two_three"
(define (regexp-replace-all re string subst . options)
  (%replaced string
             (%all 'regexp-replace-all (regexp re) string
                   (%option options 0) (%option options 1) #f)
             subst options))

(define (%replaced string matches subst options)
  (let ((start (or (%option options 0) 0))
        (end (%range-end string options))
        (out (open-output-string)))
    (let loop ((matches matches) (at start))
      (cond
       ((null? matches)
        (write-string string out at end)
        (get-output-string out))
       (else
        (write-string string out at (%start (car matches) 0))
        (%put subst (car matches) start end out)
        (loop (cdr matches) (%end (car matches) 0)))))))

(define (%put subst match start end out)
  (cond
   ((string? subst) (write-string subst out))
   ((eq? subst 'pre)
    (write-string (%match-string match) out start (%start match 0)))
   ((eq? subst 'post)
    (write-string (%match-string match) out (%end match 0) end))
   ((or (exact-integer? subst) (symbol? subst))
    (write-string (or (regexp-match-submatch match subst) "") out))
   ((procedure? subst) (%put (subst match) match start end out))
   ((list? subst)
    (for-each (lambda (each) (%put each match start end out)) subst))
   (else (error "regexp-replace: wanted a substitution, got" subst))))
