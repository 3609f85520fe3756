;;; Records: transfers between accounts.
(import (scheme base))

(define-record-type account
  (make-account owner balance history)
  account?
  (owner account-owner)
  (balance account-balance set-account-balance!)
  (history account-history set-account-history!))

(define (deposit! a amount)
  (set-account-balance! a (+ (account-balance a) amount))
  (set-account-history! a (+ 1 (account-history a))))

(define (transfer! from to amount)
  (cond ((>= (account-balance from) amount)
         (deposit! from (- amount))
         (deposit! to amount)
         #t)
        (else #f)))

(define (run n)
  (let ((a (make-account "ann" 1000 0))
        (b (make-account "bob" 500 0))
        (c (make-account "cy" 0 0)))
    (let loop ((i 0) (done 0))
      (if (= i n)
          (list done (account-balance a) (account-balance b)
                (account-balance c) (account-history c))
          (let ((ok (case (modulo i 3)
                      ((0) (transfer! a b (modulo i 70)))
                      ((1) (transfer! b c (modulo i 50)))
                      (else (transfer! c a (modulo i 60))))))
            (loop (+ i 1) (if ok (+ done 1) done)))))))
