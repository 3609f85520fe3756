;;; Differences as text. A writer gets a list of elements, one of the symbols
;;; add, remove, same, and a port.

;; The elements of l before index end, where its first has index i; then the
;; rest.
(define (%until l i end receiver)
  (let loop ((l l) (i i) (taken '()))
    (if (and (pair? l) (< i end))
        (loop (cdr l) (+ i 1) (cons (car l) taken))
        (receiver (reverse taken) l))))

;; Calls (emit elements type) on the runs of a difference, in order: what only
;; a has, what only b has, what both have. Nothing is left out at either end.
(define (%runs d emit)
  (define (some elements type)
    (if (pair? elements) (emit elements type)))
  (let loop ((a (car d)) (i 0) (b (cadr d)) (j 0) (common (car (cddr d))))
    (if (null? common)
        (begin (some a 'remove) (some b 'add))
        (let ((to-i (cadr (car common))) (to-j (car (cddr (car common)))))
          (%until
           a i to-i
           (lambda (removed a)
             (%until
              b j to-j
              (lambda (added b)
                (some removed 'remove)
                (some added 'add)
                (let same ((a a) (b b) (i to-i) (j to-j) (common common)
                           (run '()))
                  (if (and (pair? common)
                           (= i (cadr (car common)))
                           (= j (car (cddr (car common)))))
                      (same (cdr a) (cdr b) (+ i 1) (+ j 1) (cdr common)
                            (cons (car a) run))
                      (begin
                        (some (reverse run) 'same)
                        (loop a i b j common))))))))))))

;;> (write-diff difference [writer [port]]) writes the runs of a difference by
;;> writer (write-line-diffs)
;;> (let ((out (open-output-string))) (write-diff (diff '("a") '("a" "b"))
;;>   write-line-diffs out) (get-output-string out)) => " a\n+b\n"
(define write-diff
  (case-lambda
    ((d) (write-diff d write-line-diffs (current-output-port)))
    ((d writer) (write-diff d writer (current-output-port)))
    ((d writer port)
     (%runs d (lambda (elements type) (writer elements type port))))))

;;> (diff->string difference [writer]) -> the same as a string
;;> (diff->string (diff "a\nb\nc" "a\nc\nd")) => " a\n-b\n c\n+d\n"
(define (diff->string d . writer)
  (let ((port (open-output-string)))
    (write-diff d (if (pair? writer) (car writer) write-line-diffs) port)
    (get-output-string port)))

(define (%write-lines lines prefix end port)
  (for-each (lambda (line)
              (write-string prefix port)
              (display line port)
              (write-string end port)
              (newline port))
            lines))

;;> (write-line-diffs lines type port) writes each line after +, - or a blank
;;> (diff->string (diff "a" "b") write-line-diffs) => "-a\n+b\n"
(define (write-line-diffs lines type port)
  (%write-lines lines
                (case type ((add) "+") ((remove) "-") (else " "))
                ""
                port))

(define %red "\x1b;[31m")
(define %green "\x1b;[32m")
(define %plain "\x1b;[39m")

;;> (write-line-diffs/color lines type port) -> the same in green and red
;;> (string-length (diff->string (diff "a" "a\nb") write-line-diffs/color))
;;>   => 16
(define (write-line-diffs/color lines type port)
  (case type
    ((add) (%write-lines lines (string-append %green "+") %plain port))
    ((remove) (%write-lines lines (string-append %red "-") %plain port))
    (else (%write-lines lines " " "" port))))

(define (%write-chars before chars after port)
  (write-string before port)
  (for-each (lambda (c) (display c port)) chars)
  (write-string after port))

;;> (write-char-diffs chars type port) writes added characters between « and »,
;;> removed ones between » and «, with a blank on each side
;;> (diff->string (diff "GAC" "AGCAT" read-char) write-char-diffs)
;;>   => " »G« A «G» C «AT» "
(define (write-char-diffs chars type port)
  (case type
    ((add) (%write-chars " «" chars "» " port))
    ((remove) (%write-chars " »" chars "« " port))
    (else (%write-chars "" chars "" port))))

;;> (write-char-diffs/color chars type port) -> the same in green and red
;;> (string-length (diff->string (diff "a" "ab" read-char)
;;>   write-char-diffs/color)) => 12
(define (write-char-diffs/color chars type port)
  (case type
    ((add) (%write-chars %green chars %plain port))
    ((remove) (%write-chars %red chars %plain port))
    (else (%write-chars "" chars "" port))))

;;> (write-edits list common [index [writer [port]]]) writes one side of a
;;> difference: index 1 the first list with what was removed marked, 2 the
;;> second with what was added
;;> (let ((d (diff "ab" "b" read-char)) (out (open-output-string)))
;;>   (write-edits (car d) (car (cddr d)) 1 write-char-diffs out)
;;>   (get-output-string out)) => " »a« b"
(define write-edits
  (case-lambda
    ((l common) (write-edits l common 1))
    ((l common index) (write-edits l common index write-char-diffs))
    ((l common index writer)
     (write-edits l common index writer (current-output-port)))
    ((l common index writer port)
     (let ((type (if (= index 1) 'remove 'add))
           (position (if (= index 1) cadr (lambda (x) (car (cddr x))))))
       (let loop ((l l) (i 0) (common common))
         (if (null? common)
             (if (pair? l) (writer l type port))
             (%until
              l i (position (car common))
              (lambda (edited l)
                (if (pair? edited) (writer edited type port))
                (writer (list (car l)) 'same port)
                (loop (cdr l)
                      (+ 1 (position (car common)))
                      (cdr common))))))))))

(define (%edits writer)
  (lambda (l common . index)
    (let ((port (open-output-string)))
      (write-edits l common (if (pair? index) (car index) 1) writer port)
      (get-output-string port))))

;;> (edits->string list common [index]) -> the same as a string
;;> (let ((d (diff "GAC" "AGCAT" read-char))) (edits->string (cadr d) (car
;;>   (cddr d)) 2)) => "A «G» C «AT» "
(define edits->string (%edits write-char-diffs))

;;> (edits->string/color list common [index]) -> the same in colour
;;> (string-length (edits->string/color '(#\a) '())) => 11
(define edits->string/color (%edits write-char-diffs/color))
