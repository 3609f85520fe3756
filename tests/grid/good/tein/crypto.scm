;; FIPS 180-4, RFC 7693, RFC 4231 (figures by OpenSSL)
(sha256 "abc") => "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
(sha256 (bytevector)) => "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
(sha256-bytes "abc") (bytevector-copy x 0 4) => #u8(186 120 22 191)
(sha512 "abc") => "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
(sha512 (bytevector)) => "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
(sha512-bytes "abc") (bytevector-copy x 0 4) => #u8(221 175 53 161)
(blake2b "abc") => "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
(blake2b (bytevector)) => "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce"
(blake2b-bytes "abc") (bytevector-copy x 0 4) => #u8(186 128 165 63)
(hmac-sha256 "Jefe" "what do ya want for nothing?") => "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
(random-bytes 5) (bytevector-length x) => 5
(random-integer 1) => 0
(random-float) (and (<= 0 x) (< x 1)) => #t
