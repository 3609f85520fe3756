;;; A text adventure that reads commands from a port: rooms in a table, words by pattern, state in parameters.
(import (scheme base) (scheme char) (scheme write) (srfi 69) (chibi match))

(define-record-type <room> (room name text exits things) room?
  (name room-name)
  (text room-text)
  (exits room-exits set-room-exits!)
  (things room-things set-room-things!))

(define rooms (make-hash-table eq?))
(define-syntax define-room
  (syntax-rules (exits things)
    ((_ name text (exits (direction target) ...) (things thing ...))
     (hash-table-set! rooms 'name (room 'name text (list (cons 'direction 'target) ...) (list 'thing ...))))))

(define-room hall "A hall with dust on the floor." (exits (north library) (east cellar)) (things lamp))
(define-room library "Books, up to the ceiling." (exits (south hall)) (things book key))
(define-room cellar "It is dark here." (exits (west hall)) (things))

(define here 'hall)
(define carried '())
(define finished? #f)
(define (room-here) (hash-table-ref rooms here (lambda () (error "nowhere" here))))
(define (say . parts) (for-each display parts) (newline))

(define (words line)
  (let loop ((chars (string->list line)) (word '()) (found '()))
    (define (with-word)
      (if (null? word) found (cons (string->symbol (string-downcase (list->string (reverse word)))) found)))
    (cond ((null? chars) (reverse (with-word)))
          ((char-whitespace? (car chars)) (loop (cdr chars) '() (with-word)))
          (else (loop (cdr chars) (cons (car chars) word) found)))))

(define (without x list)
  (cond ((null? list) '())
        ((eq? x (car list)) (cdr list))
        (else (cons (car list) (without x (cdr list))))))

(define (listed things)
  (match things
    (() "nothing")
    ((one) (symbol->string one))
    ((first . rest) (string-append (symbol->string first) ", " (listed rest)))))

(define (look)
  (let ((room (room-here)))
    (say (room-text room))
    (unless (null? (room-things room))
      (say "You see: " (listed (room-things room)) "."))))

(define (take thing)
  (let ((room (room-here)))
    (cond ((memq thing (room-things room))
           (set-room-things! room (without thing (room-things room)))
           (set! carried (cons thing carried))
           (say "Taken."))
          (else (say "There is no " thing " here.")))))

(define (go direction)
  (cond ((assq direction (room-exits (room-here)))
         => (lambda (exit) (set! here (cdr exit)) (look)))
        (else (say "No way " direction "."))))

(define (unlock)
  (if (and (eq? here 'cellar) (memq 'key carried))
      (begin (say "The door opens. You are free.") (set! finished? #t))
      (say "There is nothing to unlock.")))

(define (obey command)
  (match command
    (() #f)
    (('look) (look))
    (((or 'take 'get) things ...) (for-each take things))
    (('go direction) (go direction))
    (((and direction (or 'north 'south 'east 'west))) (go direction))
    (('inventory) (say "You carry " (listed carried) "."))
    (('unlock . _) (unlock))
    (('drop (? (lambda (x) (memq x carried)) thing))
     (set! carried (without thing carried))
     (set-room-things! (room-here) (cons thing (room-things (room-here))))
     (say "Dropped."))
    (('drop thing) (say "You have no " thing "."))
    (_ (say "I do not understand: " command))))

(define (play port)
  (parameterize ((current-input-port port))
    (look)
    (let loop ()
      (let ((line (read-line)))
        (cond ((eof-object? line) 'gone)
              (else
               (obey (words line))
               (if finished? 'won (loop))))))))

(play (open-input-string "dance wildly\ntake lamp book\n\nNorth\nget KEY\ngo up\n"))
; => gone
; output: A hall with dust on the floor.\nYou see: lamp.\nI do not understand: (dance wildly)\nTaken.\nThere is no book here.\nBooks, up to the ceiling.\nYou see: book, key.\nTaken.\nNo way up.\n
(play (open-input-string "unlock\nsouth\ndrop lamp\ndrop book\ninventory\neast\nunlock door\nlook"))
; => won
; output: Books, up to the ceiling.\nYou see: book.\nThere is nothing to unlock.\nA hall with dust on the floor.\nDropped.\nYou have no book.\nYou carry key.\nIt is dark here.\nThe door opens. You are free.\n
