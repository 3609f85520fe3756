;;; (tein safe-regexp): regular expressions in linear time, on RE2. A pattern
;;; is a string in the syntax of RE2 and Rust, or what regexp made of it. A
;;; match is a vector: #(text start end) for the whole and for each group, #f
;;; for a group that took no part. Of what matches first, the alternative that
;;; stands first is found. Back references and look-around are refused.

(define-library (tein safe-regexp)
  ;; patterns
  (export regexp regexp?)
  ;; searching and matching
  (export regexp-search regexp-matches regexp-matches? regexp-extract
          regexp-split regexp-fold)
  ;; replacing
  (export regexp-replace regexp-replace-all)
  ;; several patterns in one scan
  (export regexp-search-any regexp-replace-any)
  ;; parts of a match
  (export regexp-match-count regexp-match-submatch regexp-match->list)
  (import (scheme base) (scheme case-lambda)
          (only (engine primitives) regexp regexp? regexp-search
                regexp-matches regexp-matches? regexp-extract regexp-split
                regexp-replace regexp-replace-all regexp-search-any
                regexp-replace-any %regexp-all %match-end-of))
  (begin
    ;; the procedures of the engine
    ;;> (regexp-search "b+" "abbc") => #(#("bb" 1 3))
    ;;> (regexp-matches "(a)|(b)" "b") => #(#("b" 0 1) #f #("b" 0 1))
    ;;> (regexp-matches? (regexp "[a-z]+") "abc") => #t
    ;;> (regexp-extract "[0-9]+" "a1b22") => ("1" "22")
    ;;> (regexp-split ", *" "a,b, c") => ("a" "b" "c")
    ;;> (regexp-replace "a" "banana" "o") => "bonana"
    ;;> (regexp-replace-all "(a)(n)" "banana" "$2$1") => "bnanaa"
    ;;> (regexp? "a") => #f

    ;;> (regexp-search-any (pattern ...) string [start]) -> the leftmost match
    ;;> of any pattern, as (place of the pattern in the list . match), or #f;
    ;;> where several match, the first of them. A quoted list is looked at
    ;;> once, any other at each search.
    ;;> (regexp-search-any '("c" "b+") "abbc") => (1 . #(#("bb" 1 3)))

    ;;> (regexp-replace-any ((pattern . replacement) ...) string) -> with every
    ;;> match of any pattern replaced, in one scan, which is much faster than
    ;;> one after the other; where several match, the first of them counts,
    ;;> and $1 and ${name} are the groups of that pattern
    ;;> (regexp-replace-any '(("gh[ps]_[A-Za-z0-9]+" . "<token>")
    ;;>                       ("(\\w+)@\\w+" . "$1@..."))
    ;;>                     "ghp_1x of me@home") => "<token> of me@..."

    (define (%match who m)
      (if (and (vector? m) (> (vector-length m) 0))
          m
          (error (string-append who ": wanted a match, got") m)))

    ;;> (regexp-match-count match) -> how many groups, the whole not counted
    ;;> (regexp-match-count (regexp-search "(a)(b)" "ab")) => 2
    (define (regexp-match-count m)
      (- (vector-length (%match "regexp-match-count" m)) 1))

    ;;> (regexp-match-submatch match [n]) -> the text of group n (0, the
    ;;> whole), or #f if it took no part
    ;;> (regexp-match-submatch (regexp-search "a(b)" "ab") 1) => "b"
    (define (regexp-match-submatch m . n)
      (let ((group (vector-ref (%match "regexp-match-submatch" m)
                               (if (pair? n) (car n) 0))))
        (and group (vector-ref group 0))))

    ;;> (regexp-match->list match) -> the texts of the whole and the groups
    ;;> (regexp-match->list (regexp-search "(a)|(b)" "b")) => ("b" #f "b")
    (define (regexp-match->list m)
      (map (lambda (group) (and group (vector-ref group 0)))
           (vector->list (%match "regexp-match->list" m))))

    ;;> (regexp-fold pattern kons knil string [finish [start]]) -> (kons index
    ;;> match string state) for each match; index is where the one before ended
    ;;> (regexp-fold "[0-9]" (lambda (i m s n) (+ n 1)) 0 "a1b2") => 2
    (define regexp-fold
      (case-lambda
        ((pattern kons knil string)
         (let loop ((matches (%regexp-all pattern string 0))
                    (index 0)
                    (state knil))
           (if (null? matches)
               state
               (loop (cdr matches)
                     (%match-end-of (car matches))
                     (kons index (car matches) string state)))))
        ((pattern kons knil string finish)
         (regexp-fold pattern kons knil string finish 0))
        ((pattern kons knil string finish from . more)
         (let loop ((matches (%regexp-all pattern string from))
                    (index 0)
                    (state knil))
           (if (null? matches)
               (finish index #f string state)
               (loop (cdr matches)
                     (%match-end-of (car matches))
                     (kons index (car matches) string state)))))))))
