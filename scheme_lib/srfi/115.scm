;;; Regular expressions and matches are the engine's (primitives/regexp_sre.py);
;;; what calls a procedure of the program is here.

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

;;> (regexp-matches re string [start [end]]) -> the match of the whole, or #f
;;> (regexp-match->list (regexp-matches '(: ($ "a") (* any)) "abc"))
;;>   => ("abc" "a")
(define regexp-matches
  (case-lambda
    ((re string) (%sre-match re string))
    ((re string start) (%sre-match re string start))
    ((re string start end) (%sre-match re string start end))))

;;> (regexp-matches? re string [start [end]]) -> whether all of it matches
;;> (regexp-matches? '(+ num) "123") => #t
(define regexp-matches?
  (case-lambda
    ((re string) (%sre-match? re string))
    ((re string start) (%sre-match? re string start))
    ((re string start end) (%sre-match? re string start end))))

;;> (regexp-search re string [start [end]]) -> the leftmost longest match
;;> (regexp-match-submatch (regexp-search '(or "a" "ab") "xabc")) => "ab"
(define regexp-search
  (case-lambda
    ((re string) (%sre-search re string))
    ((re string start) (%sre-search re string start))
    ((re string start end) (%sre-search re string start end))))

;;> (regexp-match? x) -> is it a match?
;;> (regexp-match? (regexp-search "b" "abc")) => #t
(define (regexp-match? x) (%match? x))

;;> (regexp-match-count match) -> how many groups, the whole not counted
;;> (regexp-match-count (regexp-search '(: ($ "a") ($ "b")) "ab")) => 2
(define (regexp-match-count match) (%match-count match))

;;> (regexp-match-submatch match [field]) -> the text of a group (number or
;;> name; 0 is the whole), #f if it took no part; -start and -end: its place
;;> (let ((m (regexp-search '(: "a" (-> rest (+ "b"))) "xabbc")))
;;>   (list (regexp-match-submatch m 'rest) (regexp-match-submatch-start m 1)
;;>   (regexp-match-submatch-end m))) => ("bb" 2 4)
(define regexp-match-submatch
  (case-lambda
    ((match) (%match-submatch match))
    ((match field) (%match-submatch match field))))

(define regexp-match-submatch-start
  (case-lambda
    ((match) (%match-start match))
    ((match field) (%match-start match field))))

(define regexp-match-submatch-end
  (case-lambda
    ((match) (%match-end match))
    ((match field) (%match-end match field))))

;;> (regexp-match->list match) -> the texts of the whole and the groups
;;> (regexp-match->list (regexp-search '(or ($ "a") ($ "b")) "b"))
;;>   => ("b" #f "b")
(define (regexp-match->list match) (%match-texts match))

;;> (regexp-fold re kons knil string [finish [start [end]]]) -> (kons index
;;> match string state) for each match; index is where the one before ended;
;;> at last (finish index #f string state)
;;> (regexp-fold 'num (lambda (i m s n) (+ n 1)) 0 "a1b2") => 2
(define regexp-fold
  (case-lambda
    ((re kons knil string)
     (let loop ((matches (%sre-matches 'regexp-fold re string))
                (index 0)
                (state knil))
       (if (null? matches)
           state
           (loop (cdr matches)
                 (%match-after (car matches))
                 (kons index (car matches) string state)))))
    ((re kons knil string finish . range)
     (let ((start (or (%option range 0) 0)))
       (let loop ((matches (%sre-matches 'regexp-fold re string start
                                         (%option range 1)))
                  (index start)
                  (state knil))
         (if (null? matches)
             (if finish (finish index #f string state) state)
             (loop (cdr matches)
                   (%match-after (car matches))
                   (kons index (car matches) string state))))))))

;;> (regexp-extract re string [start [end]]) -> the texts of all matches that
;;> are not empty
;;> (regexp-extract '(+ num) "192.168.0.1") => ("192" "168" "0" "1")
(define regexp-extract
  (case-lambda
    ((re string) (%sre-texts re string))
    ((re string start) (%sre-texts re string start))
    ((re string start end) (%sre-texts re string start end))))

;;> (regexp-split re string [start [end]]) -> the texts between those matches
;;> (regexp-split '(+ space) " fee fi fo\n") => ("" "fee" "fi" "fo" "")
(define regexp-split
  (case-lambda
    ((re string) (%sre-between re string))
    ((re string start) (%sre-between re string start))
    ((re string start end) (%sre-between re string start end))))

;;> (regexp-partition re string [start [end]]) -> the texts between matches
;;> and of matches in turn; an empty last one is left out
;;> (regexp-partition '(+ (or space punct)) "Hello, world!\n")
;;>   => ("Hello" ", " "world" "!\n")
(define regexp-partition
  (case-lambda
    ((re string) (%sre-partition re string))
    ((re string start) (%sre-partition re string start))
    ((re string start end) (%sre-partition re string start end))))

;;> (regexp-replace re string subst [start [end [count]]]) -> the part of the
;;> string with match number count (from 0) replaced. subst is a string, a
;;> group (number or name), pre or post (what stands before, after the
;;> match), a procedure of the match, or a list of those
;;> (regexp-replace '(+ space) "one two three" "_") => "one_two three"
;;> (regexp-replace '(+ space) "one two three" "_" 1 10) => "ne_two th"
;;> (regexp-replace '(: ($ "a") ($ "b")) "xaby" '(2 "-" 1)) => "xb-ay"
(define regexp-replace
  (case-lambda
    ((re string subst) (%replace-one re string subst #f #f 0))
    ((re string subst start) (%replace-one re string subst start #f 0))
    ((re string subst start end) (%replace-one re string subst start end 0))
    ((re string subst start end count)
     (%replace-one re string subst start end (or count 0)))))

(define (%replace-one re string subst start end count)
  (or (%sre-replaced 'regexp-replace re string subst start end count 1)
      (let loop ((matches (%sre-matches 'regexp-replace re string start end
                                        (and (exact-integer? count)
                                             (>= count 0)
                                             (+ count 1))))
                 (count count))
        (cond ((null? matches) (%replaced string '() subst start end))
              ((= count 0)
               (%replaced string (list (car matches)) subst start end))
              (else (loop (cdr matches) (- count 1)))))))

;;> (regexp-replace-all re string subst [start [end]]) -> with every match
;;> replaced
;;> (regexp-replace-all '(+ space) "one two three" "_") => "one_two_three"
(define regexp-replace-all
  (case-lambda
    ((re string subst)
     (if (%foreseen? subst)
         (%replace-all re string subst #f #f)
         (let loop ((matches (%sre-matches 'regexp-replace-all re string))
                    (made (%collector)))
           (if (pair? matches)
               (let ((new (subst (car matches))))
                 (loop (cdr matches)
                       (%collect (%collect made (car matches)) new)))
               (or (%sre-filled string made)
                   (%each-replaced string (%collected made)))))))
    ((re string subst start) (%replace-all re string subst start #f))
    ((re string subst start end) (%replace-all re string subst start end))))

(define (%replace-all re string subst start end)
  (or (%sre-replaced 'regexp-replace-all re string subst start end 0 #f)
      (%replaced string
                 (%sre-matches 'regexp-replace-all re string start end)
                 subst start end)))

;; By what a procedure has said of each match, which stands behind it.
(define (%each-replaced string said)
  (let ((end (string-length string))
        (out (open-output-string)))
    (let loop ((said said) (at 0))
      (cond
       ((null? said)
        (write-string string out at end)
        (get-output-string out))
       (else
        (write-string string out at (%match-start (car said)))
        (%put (cadr said) (car said) string 0 end out)
        (loop (cddr said) (%match-end (car said))))))))

;; By what a procedure says.
(define (%replaced string matches subst start end)
  (let ((start (or start 0))
        (end (or end (string-length string)))
        (out (open-output-string)))
    (let loop ((matches matches) (at start))
      (cond
       ((null? matches)
        (write-string string out at end)
        (get-output-string out))
       (else
        (write-string string out at (%match-start (car matches)))
        (%put subst (car matches) string start end out)
        (loop (cdr matches) (%match-end (car matches))))))))

(define (%put subst match string start end out)
  (cond
   ((string? subst) (write-string subst out))
   ((eq? subst 'pre)
    (write-string string out start (%match-start match)))
   ((eq? subst 'post)
    (write-string string out (%match-end match) end))
   ((or (exact-integer? subst) (symbol? subst))
    (write-string (or (%match-submatch match subst) "") out))
   ((procedure? subst) (%put (subst match) match string start end out))
   ((list? subst)
    (for-each (lambda (each) (%put each match string start end out)) subst))
   (else (error "regexp-replace: wanted a substitution, got" subst))))
