;;; Bodies of (harness shell).

;;; a text

(define-record-type <unparsed>
  (make-unparsed reason)
  unparsed?
  (reason unparsed-reason))

;;> (shell-commands text) -> the list of the simple commands that running the
;;> text could run, in its order, those that a command runs behind it; or a
;;> value that answers #t to unparsed? where the text is not read: it does not
;;> parse, has more than 64 KiB, or is for PowerShell or cmd.exe.
;;> (map command-name (shell-commands "sudo rm -rf x && ls | wc -l"))
;;> => ("sudo" "rm" "ls" "wc")
;;> (unparsed? (shell-commands "rm 'x")) => #t
(define (shell-commands text)
  (let ((found (%shell-commands text)))
    (if (string? found) (make-unparsed found) found)))

;;; a command

;;> (command-name command) -> the program's name without its directory, ""
;;> for a mere assignment or redirect, #f when it is unknown.
;;> (map command-name (shell-commands "/bin/rm x; $CMD y")) => ("rm" #f)
(define (command-name command) (%shell-part command 0))

;;> (command-words command) -> its words, the name's first.
;;> (command-words (car (shell-commands "r''m 'a b' {c,d}")))
;;> => ("rm" "a b" "c" "d")
(define (command-words command) (%shell-part command 1))

;;> (command-arguments command) -> its words without the name.
;;> (command-arguments (car (shell-commands "rm -f x"))) => ("-f" "x")
(define (command-arguments command)
  (let ((words (command-words command)))
    (if (pair? words) (cdr words) '())))

;;> (command-assignments command) -> ((name . value) ...), #f: unknown.
;;> (command-assignments (car (shell-commands "A=1 B=$C make")))
;;> => (("A" . "1") ("B" . #f))
(define (command-assignments command) (%shell-part command 2))

;;> (command-redirects command) -> its redirects to and from files.
(define (command-redirects command) (%shell-part command 3))

;;> (command-source command) -> how it is written.
;;> (command-source (cadr (shell-commands "ls; rm   x"))) => "rm   x"
(define (command-source command) (%shell-part command 4))

;;> (command-through command) -> the names of the commands that run it.
;;> (command-through (caddr (shell-commands "sudo env rm x"))) => ("sudo" "env")
(define (command-through command) (%shell-part command 5))

;;> (command-input command) -> the text that is fed to it, or #f.
;;> (command-input (cadr (shell-commands "echo hello | cat"))) => "hello"
(define (command-input command) (%shell-part command 6))

;;> (command-fed? command) -> is its input a pipe, a file or a text?
;;> (map command-fed? (shell-commands "curl x | sh")) => (#f #t)
(define (command-fed? command) (%shell-part command 7))

;;> (command-piped? command) -> is its input another command's output?
;;> (map command-piped? (shell-commands "cat < a | sh")) => (#f #t)
(define (command-piped? command) (%shell-part command 8))

;;> (command-changes command) -> the words for the files that it makes, changes
;;> or removes, from where the text begins: cd and git -C are heeded. One that
;;> ends with a / is a directory with everything in it.
;;> (command-changes (cadr (shell-commands "cd x && rm -r a b"))) => ("x/a/" "x/b/")
;;> (command-changes (car (shell-commands "cp a b/"))) => ("b" "b/a")
(define (command-changes command) (%shell-part command 9))

;;> (command-reads command) -> its words that may name files which it
;;> reads, without the likes of --file=; cd is heeded.
;;> (command-reads (car (shell-commands "curl -d @a/b x"))) => ("a/b" "x")
(define (command-reads command) (%shell-part command 10))

;;> (command-code command) -> the program's text that it hands to an
;;> interpreter, or #f.
;;> (command-code (car (shell-commands "python3 -c 'print(1)'"))) => "print(1)"
(define (command-code command) (%shell-part command 11))

;;> (command-unknown? command) -> is its name or one of its words unknown?
;;> (map command-unknown? (shell-commands "rm x; rm $X")) => (#f #t)
(define (command-unknown? command)
  (or (not (command-name command))
      (let loop ((words (command-words command)))
        (and (pair? words)
             (or (vector? (car words)) (loop (cdr words)))))))

;;; its words

;;> (word-unknown? word) -> would only the run tell it?
;;> (map word-unknown? (command-words (car (shell-commands "rm $X"))))
;;> => (#f #t)
(define (word-unknown? word) (vector? word))

;;> (word-known word) -> the word, or as much of its beginning as is known.
;;> (map word-known (command-words (car (shell-commands "rm a/$X b"))))
;;> => ("rm" "a/" "b")
(define (word-known word) (if (vector? word) (vector-ref word 0) word))

;;> (word-source word) -> the word, or how an unknown one is written.
;;> (map word-source (command-words (car (shell-commands "rm a/$X"))))
;;> => ("rm" "a/$X")
(define (word-source word) (if (vector? word) (vector-ref word 1) word))

;;> (runs? command name word ...) -> does it run this program, with these
;;> words where a subcommand stands? A program whose name is unknown may be it.
;;> (runs? (car (shell-commands "$(x) push")) "git" "push") => #t
;;> (runs? (car (shell-commands "git -C x push -f")) "git" "push") => #t

;;> (flag? command name ...) -> is one of these options given? A name of one
;;> character is -c, also among others (-rc); a longer one is --name, also
;;> with a value or cut short to three letters, or -name as it stands.
;;> (flag? (car (shell-commands "rm -vrf x")) "f" "force") => #t
;;> (flag? (car (shell-commands "git push --force-with-lease")) "force") => #f
;;> (flag? (car (shell-commands "rm -- -f")) "f") => #f

;;> (option command name ...) -> the value of the first of these options that
;;> is given, as a word; #f without.
;;> (option (car (shell-commands "git -C /x push")) "C") => "/x"
;;> (option (car (shell-commands "kill --signal=9 1")) "s" "signal") => "9"

;;> (operands command name ...) -> its arguments that are no options; the
;;> named options have a value that is none either.
;;> (operands (car (shell-commands "head -n 3 a b")) "n" "lines") => ("a" "b")
;;> (operands (car (shell-commands "rm -f -- -x y"))) => ("-x" "y")

;;> (subcommand command) -> the words behind a program's own options: what it
;;> is told to do and to what, a list (command-verb is its first word, runs? asks for
;;> both); its options are asked with flag?.
;;> (subcommand (car (shell-commands "git -C x push -f origin main")))
;;> => ("push" "origin" "main")
(define (subcommand command) (%shell-part command 12))

;;> (command-verb command) -> the first word of its subcommand, or as much of its
;;> beginning as is known; "" without. It costs less than the subcommand.
;;> (command-verb (car (shell-commands "git -C x push -f origin"))) => "push"
(define (command-verb command) (%shell-part command 13))

;;> (find-word pattern words) -> the first of the words in which the pattern is
;;> found, or #f; of an unknown one how it is written counts.
;;> (find-word "^/etc" '("a" "/etc/x")) => "/etc/x"

;;; its redirects

;;> (redirect-operator redirect) -> ">", ">>", "<" and the like.
;;> (map redirect-operator (command-redirects (car (shell-commands "a > b"))))
;;> => (">")
(define (redirect-operator redirect) (vector-ref redirect 0))

;;> (redirect-descriptor redirect) -> "2" in 2>x; "" where there is none.
(define (redirect-descriptor redirect) (vector-ref redirect 1))

;;> (redirect-target redirect) -> a word.
(define (redirect-target redirect) (vector-ref redirect 2))

;;> (writes-to command) -> the words for the files that its redirects write.
;;> (writes-to (car (shell-commands "sort < a > b 2>> c 2>&1"))) => ("b" "c")
(define (writes-to command)
  (let loop ((redirects (command-redirects command)) (found '()))
    (cond ((null? redirects) (reverse found))
          ((member (redirect-operator (car redirects))
                   '(">" ">>" ">|" "&>" "&>>" "<>"))
           (loop (cdr redirects)
                 (cons (redirect-target (car redirects)) found)))
          (else (loop (cdr redirects) found)))))
