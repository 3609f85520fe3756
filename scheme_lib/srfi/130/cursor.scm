;;; Cursors, predicates, constructors, conversion and selection of (srfi 130).

;; (start . end) of the optional arguments of a procedure over s.
(define (%range who s options)
  (if (not (string? s))
      (error (string-append who ": wanted a string, got") s))
  (let* ((n (string-length s))
         (start (if (pair? options) (car options) 0))
         (end (if (and (pair? options) (pair? (cdr options)))
                  (cadr options)
                  n)))
    (if (not (and (exact-integer? start) (exact-integer? end)
                  (<= 0 start end n)))
        (error (string-append who ": range out of the string:") start end))
    (cons start end)))

;;> (string-cursor? x) -> is it a cursor (here: an index)?
;;> (string-cursor? 0) => #t
(define (string-cursor? x) (and (exact-integer? x) (>= x 0)))

;;> (string-cursor-start s), (string-cursor-end s) -> the first cursor and the
;;> one after the last character
;;> (string-cursor-end "abc") => 3
(define (string-cursor-start s) 0)
(define (string-cursor-end s) (string-length s))

;;> (string-cursor-next s cursor), (string-cursor-prev s cursor) -> one
;;> character on, one back; as in chibi-scheme a cursor may stand outside of
;;> the string, and is refused where a character is wanted
;;> (string-cursor-next "abc" 0) => 1
(define (string-cursor-next s cursor) (+ cursor 1))
(define (string-cursor-prev s cursor) (- cursor 1))

;;> (string-cursor-forward s cursor n), (string-cursor-back s cursor n) -> n
;;> characters on, n back
;;> (string-cursor-forward "abc" 0 3) => 3
(define (string-cursor-forward s cursor n) (+ cursor n))
(define (string-cursor-back s cursor n) (- cursor n))

;;> (string-cursor=? a b ...) -> are these cursors of one string the same?
;;> (string-cursor=? 1 1) => #t
(define string-cursor=? =)

;;> (string-cursor<? a b ...) -> does each stand before the next?
;;> (string-cursor<? 0 1) => #t
(define string-cursor<? <)

;;> (string-cursor>? a b ...) -> does each stand behind the next?
;;> (string-cursor>? 1 0) => #t
(define string-cursor>? >)

;;> (string-cursor<=? a b ...) -> does none stand behind the next?
;;> (string-cursor<=? 0 1 1) => #t
(define string-cursor<=? <=)

;;> (string-cursor>=? a b ...) -> does none stand before the next?
;;> (string-cursor>=? 1 1 0) => #t
(define string-cursor>=? >=)

;;> (string-cursor-diff s start end) -> how many characters lie between
;;> (string-cursor-diff "abc" 1 3) => 2
(define (string-cursor-diff s start end) (- end start))

;;> (string-cursor->index s cursor), (string-index->cursor s index) -> the same
;;> place as the other kind of number
;;> (string-cursor->index "abc" 2) => 2
(define (string-cursor->index s cursor) cursor)
(define (string-index->cursor s index) index)

;;> (string-null? s) -> is it the empty string?
;;> (string-null? "") => #t
(define (string-null? s) (= 0 (string-length s)))

;;> (string-every pred s [start [end]]) -> the last value of pred, or #f as
;;> soon as it is false
;;> (string-every char-numeric? "123") => #t
(define string-every
  (case-lambda
    ((pred s)
     (if (%foreseen? pred)
         (= (%string-skip s pred) (string-length s))
         (let ((last (- (string-length s) 1)))
           (or (< last 0)
               (let loop ((i 0))
                 (if (= i last)
                     (pred (string-ref s i))
                     (and (pred (string-ref s i))
                          (loop (+ i 1)))))))))
    ((pred s start) (string-every pred (substring s start)))
    ((pred s start end) (string-every pred (substring s start end)))))

;;> (string-any pred s [start [end]]) -> the first true value of pred, or #f
;;> (string-any digit-value "a1") => 1
(define string-any
  (case-lambda
    ((pred s)
     (if (%foreseen? pred)
         (%string-has? s pred)
         (let ((last (- (string-length s) 1)))
           (and (>= last 0)
               (let loop ((i 0))
                 (if (= i last)
                     (pred (string-ref s i))
                     (or (pred (string-ref s i))
                         (loop (+ i 1)))))))))
    ((pred s start) (string-any pred (substring s start)))
    ((pred s start end) (string-any pred (substring s start end)))))

;;> (string-tabulate proc n) -> the string of (proc 0) ... (proc n-1)
;;> (string-tabulate (lambda (i) (integer->char (+ i 97))) 3) => "abc"
(define (string-tabulate proc n)
  (let loop ((i 0) (chars (%collector)))
    (if (< i n)
        (loop (+ i 1) (%collect-part chars (proc i)))
        (%collected-string chars))))

(define (%text x) (if (char? x) (string x) x))

;; The strings and characters behind what is collected already; whole is what
;; becomes of them where the seeds end.
(define-syntax %unfolded
  (syntax-rules ()
    ((_ (stop? mapper successor first) collected (parts seed whole))
     (let loop ((seed first) (parts collected))
       (if (stop? seed)
           whole
           (loop (successor seed) (%collect parts (mapper seed))))))))

(define-syntax %with-final
  (syntax-rules ()
    ((_ options parts seed)
     (if (pair? options) (%collect parts ((car options) seed)) parts))))

;;> (string-unfold stop? mapper successor seed [base [make-final]]) -> the
;;> mapped seeds (characters or strings) between base and (make-final seed)
;;> (string-unfold null? car cdr '(#\a #\b) ">") => ">ab"
(define string-unfold
  (case-lambda
    ((stop? mapper successor seed)
     (%unfolded (stop? mapper successor seed) (%collector)
                (parts last (%collected-parts parts))))
    ((stop? mapper successor seed base . options)
     (%unfolded (stop? mapper successor seed) (%collect (%collector) base)
                (parts last (%collected-parts
                             (%with-final options parts last)))))))

;;> (string-unfold-right stop? mapper successor seed [base [make-final]]) ->
;;> the same from the right
;;> (string-unfold-right null? car cdr '(#\a #\b) "<") => "ba<"
(define string-unfold-right
  (case-lambda
    ((stop? mapper successor seed)
     (%unfolded (stop? mapper successor seed) (%collector)
                (parts last (%collected-parts parts #t))))
    ((stop? mapper successor seed base . options)
     (%unfolded (stop? mapper successor seed) (%collect (%collector) base)
                (parts last (%collected-parts
                             (%with-final options parts last) #t))))))

;;> (string->list/cursors s [start [end]]) -> its characters in a list
;;> (string->list/cursors "abc" 1) => (#\b #\c)
(define string->list/cursors
  (case-lambda
    ((s) (string->list s))
    ((s start) (string->list s start))
    ((s start end) (string->list s start end))))

;;> (string->vector/cursors s [start [end]]) -> its characters in a vector
;;> (string->vector/cursors "abc" 1) => #(#\b #\c)
(define string->vector/cursors
  (case-lambda
    ((s) (string->vector s))
    ((s start) (string->vector s start))
    ((s start end) (string->vector s start end))))

;;> (reverse-list->string chars) -> (list->string (reverse chars))
;;> (reverse-list->string '(#\c #\b)) => "bc"
(define (reverse-list->string chars) (list->string (reverse chars)))

;;> (string-join strings [delimiter [grammar]]) -> one string; grammar is
;;> infix, strict-infix, prefix or suffix
;;> (string-join '("a" "b") ", ") => "a, b"
(define string-join
  (case-lambda
    ((strings) (%string-join strings))
    ((strings delimiter) (%string-join strings delimiter))
    ((strings delimiter grammar)
     (cond
      ((not (memq grammar '(infix strict-infix prefix suffix)))
       (error "string-join: unknown grammar" grammar))
      ((and (null? strings) (eq? grammar 'strict-infix))
       (error "string-join: strict-infix wants a string at least"))
      ((null? strings) "")
      (else
       (string-append
        (if (eq? grammar 'prefix) delimiter "")
        (%string-join strings delimiter)
        (if (eq? grammar 'suffix) delimiter "")))))))

;;> (string-ref/cursor s cursor) -> the character there
;;> (string-ref/cursor "abc" 1) => #\b
(define (string-ref/cursor s cursor) (string-ref s cursor))

;;> (substring/cursors s start end), (string-copy/cursors s [start [end]]) ->
;;> that part
;;> (substring/cursors "abcd" 1 3) => "bc"
(define (substring/cursors s start end) (substring s start end))
(define string-copy/cursors
  (case-lambda
    ((s) (string-copy s))
    ((s start) (string-copy s start))
    ((s start end) (string-copy s start end))))

;;> (string-take s n), (string-drop s n), (string-take-right s n),
;;> (string-drop-right s n) -> the first n characters, without them, the last
;;> n, without those
;;> (list (string-take "abc" 1) (string-drop "abc" 1)) => ("a" "bc")
(define (string-take s n) (substring s 0 n))
(define (string-drop s n) (substring s n (string-length s)))
(define (string-take-right s n)
  (let ((end (string-length s))) (substring s (- end n) end)))
(define (string-drop-right s n)
  (substring s 0 (- (string-length s) n)))

;;> (string-pad s n [char [start [end]]]) -> n characters, filled or cut on the
;;> left
;;> (list (string-pad "325" 5) (string-pad "8871325" 5)) => ("  325" "71325")
(define string-pad
  (case-lambda
    ((s n) (%string-pad s n))
    ((s n char) (%string-pad s n char))
    ((s n char start) (%string-pad s n char start))
    ((s n char start end) (%string-pad s n char start end))))

;;> (string-pad-right s n [char [start [end]]]) -> the same on the right
;;> (list (string-pad-right "325" 5) (string-pad-right "8871325" 5))
;;>   => ("325  " "88713")
(define string-pad-right
  (case-lambda
    ((s n) (%string-pad-right s n))
    ((s n char) (%string-pad-right s n char))
    ((s n char start) (%string-pad-right s n char start))
    ((s n char start end) (%string-pad-right s n char start end))))

;; Where the characters end that satisfy pred, from either side.
(define-syntax %skipped
  (syntax-rules ()
    ((_ s pred start end)
     (let loop ((i start))
       (if (and (< i end) (pred (string-ref s i)))
           (loop (+ i 1))
           i)))))

(define-syntax %skipped-back
  (syntax-rules ()
    ((_ s pred start end)
     (let loop ((i end))
       (if (and (< start i) (pred (string-ref s (- i 1))))
           (loop (- i 1))
           i)))))

;;> (string-trim s [pred [start [end]]]) -> without the leading characters that
;;> satisfy pred (white space)
;;> (string-trim "  a ") => "a "
(define string-trim
  (case-lambda
    ((s) (%string-trim s char-whitespace?))
    ((s pred)
     (if (%foreseen? pred)
         (%string-trim s pred)
         (let ((end (string-length s)))
           (substring s (%skipped s pred 0 end) end))))
    ((s pred start) (string-trim (substring s start) pred))
    ((s pred start end) (string-trim (substring s start end) pred))))

;;> (string-trim-right s [pred [start [end]]]) -> without the trailing ones
;;> (string-trim-right "  a ") => "  a"
(define string-trim-right
  (case-lambda
    ((s) (%string-trim-right s char-whitespace?))
    ((s pred)
     (if (%foreseen? pred)
         (%string-trim-right s pred)
         (let ((end (string-length s)))
           (substring s 0 (%skipped-back s pred 0 end)))))
    ((s pred start) (string-trim-right (substring s start) pred))
    ((s pred start end) (string-trim-right (substring s start end) pred))))

;;> (string-trim-both s [pred [start [end]]]) -> without both
;;> (string-trim-both "--a-" (lambda (c) (char=? c #\-))) => "a"
(define string-trim-both
  (case-lambda
    ((s) (%string-trim-both s char-whitespace?))
    ((s pred)
     (if (%foreseen? pred)
         (%string-trim-both s pred)
         (let* ((end (string-length s))
                (from (%skipped s pred 0 end)))
           (substring s from (%skipped-back s pred from end)))))
    ((s pred start) (string-trim-both (substring s start) pred))
    ((s pred start end) (string-trim-both (substring s start end) pred))))
