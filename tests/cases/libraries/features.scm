; What cond-expand and (features) know of (R7RS 4.2.1, 6.14, appendix B; SRFI 0, 115).
(cond-expand (full-unicode 'yes) (else 'no)) ; => yes
(cond-expand ((and ratios exact-complex exact-closed ieee-float) 'yes) (else 'no)) ; => yes
(cond-expand (exact-complex 'yes) (else 'no)) ; => yes
(cond-expand ((and srfi-1 srfi-9 srfi-158) 'yes) (else 'no)) ; => yes
(cond-expand (srfi-999 'yes) (else 'no)) ; => no
(cond-expand ((and regexp-unicode regexp-non-greedy (not regexp-look-around)) 'yes) (else 'no)) ; => yes
(and (memq 'srfi-133 (features)) #t) ; => #t
(cond-expand ((library (srfi 1)) 'yes) (else 'no)) ; => yes
(cond-expand ((library (no such)) 'yes) (else 'no)) ; => no
