;; chibi-scheme, (chibi optional)
(keyword-ref (list 'a: 1 'b: 2) 'b:) => 2
(keyword-ref (list 'a: 1) 'b:) => #f
(keyword-ref (list 'a: 1) 'b: 3) => 3
