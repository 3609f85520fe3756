;;; Records: a binary search tree.
(import (scheme base))

(define-record-type node
  (make-node key value left right)
  node?
  (key node-key)
  (value node-value set-node-value!)
  (left node-left set-node-left!)
  (right node-right set-node-right!))

(define (insert! tree key value)
  (cond ((not tree) (make-node key value #f #f))
        ((< key (node-key tree))
         (set-node-left! tree (insert! (node-left tree) key value))
         tree)
        ((> key (node-key tree))
         (set-node-right! tree (insert! (node-right tree) key value))
         tree)
        (else (set-node-value! tree value) tree)))

(define (lookup tree key)
  (cond ((not tree) #f)
        ((< key (node-key tree)) (lookup (node-left tree) key))
        ((> key (node-key tree)) (lookup (node-right tree) key))
        (else (node-value tree))))

(define (height tree)
  (if tree
      (+ 1 (max (height (node-left tree)) (height (node-right tree))))
      0))

(define (run n)
  (let build ((i 0) (x 1) (tree #f))
    (if (< i n)
        (build (+ i 1) (modulo (+ (* x 1664525) 1013904223) 65536)
               (insert! tree x i))
        (let find ((k 0) (found 0))
          (if (< k n)
              (find (+ k 1) (if (lookup tree (* k 7)) (+ found 1) found))
              (list found (height tree)))))))
