;;; Loops that compare part after part of a string with another one go on at once to where that begins.
(import (scheme base))
(define (find-from s sub start)
  (let ((n (string-length s)) (m (string-length sub)))
    (let loop ((i start))
      (cond ((> (+ i m) n) #f)
            ((string=? (substring s i (+ i m)) sub) i)
            (else (loop (+ i 1)))))))
(list (find-from "a long {{text}} here" "{{" 0) (find-from "a long {{text}} here" "}}" 3) (find-from "abc" "d" 0) (find-from "abc" "" 1) (find-from "ab" "abc" 0) (find-from "xx\x1F600;ab" "ab" 0)) ; => (7 13 #f 1 #f 3)
(find-from "abc" "c" -1) ; error: range: substring
(find-from "abc" "c" 0.) ; error: type: substring
(find-from "abc" 'c 0) ; error: type: string-length
;; parts of another length than the string they are compared with, and an end that is not the string's
(define (seek s sub m n)
  (let loop ((i 0))
    (if (<= (+ i m) n)
        (if (string=? sub (substring s i (+ i m))) (list 'at i) (loop (+ i 1)))
        i)))
(define (seek-3 s sub n)
  (let ((n (string-length n)))
    (let loop ((i 0))
      (cond ((> (+ i 3) n) (list 'end i))
            ((string=? (substring s i (+ i 3)) sub) i)
            (else (loop (+ i 1)))))))
(list (seek "say abc again" "abc" 3 13) (seek "say abc again" "abc" 3 6) (seek "say abc again" "ab" 3 13) (seek-3 "say abc again" "abc" "123456") (seek-3 "say abc again" "abc" "1234567") (seek-3 "say ab ab" "ab" "123456789")) ; => ((at 4) 4 11 (end 4) 4 (end 7))
(seek-3 "say ab" "abc" "a longer one") ; error: range: substring
(seek-3 "say ab ab ab" "ab" "a much longer one") ; error: range: substring
(define (count-of s sub)
  (let ((n (string-length s)) (m (string-length sub)))
    (let loop ((i 0) (count 0))
      (cond ((> (+ i m) n) count)
            ((string=? (substring s i (+ i m)) sub) (loop (+ i m) (+ count 1)))
            (else (loop (+ i 1) count))))))
(list (count-of "banana bandana" "an") (count-of "aaaa" "aa") (count-of "" "a")) ; => (4 2 0)
;; what is looked for changes on the way
(define (alternating s)
  (let ((n (string-length s)))
    (let loop ((i 0) (sub "ab") (found '()))
      (cond ((> (+ i 2) n) (reverse found))
            ((string=? (substring s i (+ i 2)) sub) (loop (+ i 2) (if (string=? sub "ab") "cd" "ab") (cons i found)))
            (else (loop (+ i 1) sub found))))))
(alternating "ab ab cd cd ab cd") ; => (0 6 12 15)
