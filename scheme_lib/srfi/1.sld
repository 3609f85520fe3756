;;; (srfi 1): the list library, complete.

(define-library (srfi 1)
  ;; constructors
  (export cons list xcons cons* make-list list-tabulate list-copy
          circular-list iota)
  ;; predicates
  (export pair? null? proper-list? circular-list? dotted-list? not-pair?
          null-list? list=)
  ;; selectors
  (export car cdr caar cadr cdar cddr
          caaar caadr cadar caddr cdaar cdadr cddar cdddr
          caaaar caaadr caadar caaddr cadaar cadadr caddar cadddr
          cdaaar cdaadr cdadar cdaddr cddaar cddadr cdddar cddddr
          list-ref first second third fourth fifth sixth seventh eighth
          ninth tenth car+cdr take drop take-right drop-right take!
          drop-right! split-at split-at! last last-pair)
  ;; length, append, reverse, zip, count
  (export length length+ append concatenate reverse append! concatenate!
          reverse! append-reverse append-reverse! zip unzip1 unzip2 unzip3
          unzip4 unzip5 count)
  ;; folding and mapping
  (export map for-each fold unfold pair-fold reduce fold-right unfold-right
          pair-fold-right reduce-right append-map append-map! map!
          map-in-order pair-for-each filter-map)
  ;; filtering and partitioning
  (export filter partition remove filter! partition! remove!)
  ;; searching
  (export memq memv member find find-tail any every list-index take-while
          drop-while take-while! span break span! break!)
  ;; deletion
  (export delete delete-duplicates delete! delete-duplicates!)
  ;; association lists
  (export assq assv assoc alist-cons alist-copy alist-delete alist-delete!)
  ;; lists as sets
  (export lset<= lset= lset-adjoin lset-union lset-union! lset-intersection
          lset-intersection! lset-difference lset-difference! lset-xor
          lset-xor! lset-diff+intersection lset-diff+intersection!)
  ;; side effects
  (export set-car! set-cdr!)
  (import (scheme base) (scheme cxr) (scheme case-lambda)
          (only (engine primitives) append-reverse append-reverse! cons*
                last-pair take drop %collector %collect %collect-list
                %collected %appended %all-pairs? %heads %rows-of-lists %tails
                %zipped %foreseen?
                %known-comparison %distinct %distinct-by %without
                %without-by %members-met %members-met-in %adjoined %united-all
                %subset
                %same-members %iota %reversed))
  (include "1/build.scm" "1/select.scm" "1/fold.scm" "1/search.scm"
           "1/lset.scm"))
