;;; Strings and characters: Caesar's cipher, there and back.
(import (scheme base) (scheme char))

(define text "The Quick Brown Fox Jumps Over The Lazy Dog, And 12 More: Veni, Vidi, Vici.")

(define (rotate c base by)
  (integer->char
   (+ base (modulo (+ by (- (char->integer c) base)) 26))))

(define (caesar s by)
  (string-map
   (lambda (c)
     (cond ((and (char<=? #\a c) (char<=? c #\z)) (rotate c 97 by))
           ((and (char<=? #\A c) (char<=? c #\Z)) (rotate c 65 by))
           (else c)))
   s))

(define (run n)
  (let loop ((i 0) (s text))
    (if (= i n)
        s
        (loop (+ i 1) (caesar (caesar s 3) 20)))))
