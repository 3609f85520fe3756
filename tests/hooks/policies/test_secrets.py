"""Credentials are found by their form, and what only looks like one is left alone.

The credentials are put together here, so that no text of this form stands in the tree.
"""

from __future__ import annotations

import random
import string
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.scheme import Interpreter
from chibi_hooks.scheme.regexps.regexp import AnyOf
from tests.homes import make_home

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits


def some(characters: str, count: int) -> str:
    return "".join(random.Random(count).choice(characters) for _ in range(count))


SECRETS = [
    ("aws-access-key", "AKIA" + some(UPPER, 16)),
    ("aws-access-key", "ASIA" + some(UPPER, 16)),
    *(("github-token", f"gh{kind}_" + some(ALNUM, 36)) for kind in "pousr"),
    ("github-token", "github_pat_" + some(ALNUM, 22) + "_" + some(ALNUM, 59)),
    ("gitlab-token", "glpat-" + some(ALNUM, 20)),
    ("anthropic-key", "sk-ant-api03-" + some(ALNUM + "-_", 90)),
    ("openai-key", "sk-proj-" + some(ALNUM, 48)),
    ("openai-key", "sk-" + some(ALNUM, 48)),
    ("google-key", "AIza" + some(ALNUM, 35)),
    ("google-oauth", "ya29." + some(ALNUM, 60)),
    ("slack-token", "xoxb-" + some("0123456789", 12) + "-" + some(ALNUM, 24)),
    ("slack-webhook", f"https://hooks.slack.com/services/T{some(UPPER, 8)}/B{some(UPPER, 8)}/{some(ALNUM, 24)}"),
    ("discord-webhook", "https://discord.com/api/webhooks/" + some("123456789", 18) + "/" + some(ALNUM, 68)),
    ("stripe-key", "sk_live_" + some(ALNUM, 24)),
    ("npm-token", "npm_" + some(ALNUM, 36)),
    ("pypi-token", "pypi-AgEIcHlwaS5vcmc" + some(ALNUM, 100)),
    ("sendgrid-key", "SG." + some(ALNUM, 22) + "." + some(ALNUM, 43)),
    ("twilio-key", "SK" + some(HEX, 32)),
    ("huggingface-token", "hf_" + some(ALNUM, 34)),
    ("digitalocean-token", "dop_v1_" + some(HEX, 64)),
    ("databricks-token", "dapi" + some(HEX, 32)),
    ("shopify-token", "shpat_" + some(HEX, 32)),
    ("telegram-token", "123456789:AA" + some(ALNUM, 33)),
    ("docker-token", "dckr_pat_" + some(ALNUM, 27)),
    ("vault-token", "hvs." + some(ALNUM, 40)),
    ("linear-key", "lin_api_" + some(ALNUM, 40)),
    ("age-key", "AGE-SECRET-KEY-1" + some(UPPER, 58)),
    ("jwt", "eyJ" + some(ALNUM, 30) + ".eyJ" + some(ALNUM, 60) + "." + some(ALNUM, 43)),
]  # fmt: skip

INSIDE = [  # kind, before, the secret, behind
    ("azure-key", "AccountName=x;AccountKey=", some(ALNUM, 86) + "==", ";EndpointSuffix=y"),
    ("url-password", "postgres://app:", "hunter22", "@db.internal/x"),
    ("url-password", "https://me:", some(ALNUM, 20), "@host/x.git"),
    ("bearer-token", "Authorization: Bearer ", some(ALNUM, 40), "\nAccept: */*"),
    ("bearer-token", "curl -H 'authorization: token ", some(ALNUM, 40), "' https://x"),
    ("assignment", "password = \"", "correct-horse", "\""),
    ("assignment", '{"client_secret": "', some(ALNUM, 20), '"}'),
    ("assignment", "apiKey: '", some(ALNUM, 20), "',"),
    ("assignment", "export DB_PASSWORD=", "s3cretpass", " && run"),
    ("assignment", "AWS_SECRET_ACCESS_KEY=", some(ALNUM + "+/", 40), "\n"),
]  # fmt: skip

LOOKALIKES = """
git commit -m 'rotate the API token'
password = os.environ['PASSWORD']
password: "${DB_PASSWORD}"
token=$TOKEN
export API_KEY=$(pass show key)
sk-learn and sk-ip
AKIA is how they begin
ghp_ is a prefix
https://host:8080/x
https://user@host/x
ssh://git@github.com:22/x
a3f5a3f5a3f5a3f5a3f5a3f5a3f5a3f5a3f5a3f5
sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
def password(self): return None
eyJhbGciOi
SKU12345
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
the secret of success
secret_name = 'db'
TOKEN=
PASSWORD=<yours>
api_key = ""
Authorization: Bearer $TOKEN
npm_config_cache=/x
f47ac10b-58cc-4372-a567-0e02b2c3d479
mailto:me@example.org
rm -rf /
print(secret)
hf_hub_download(x)
""".strip().splitlines()


@pytest.fixture(scope="module")
def world() -> Interpreter:
    made = Interpreter(time_limit=60.0)
    made.evaluate("(import (harness secrets))")
    made.evaluate(
        '(define (filled n) (substring (apply string-append (make-list (quotient (+ n 7) 7) ", lorem")) 0 n))'
    )
    return made


def redacted(world: Interpreter, text: str) -> str:
    world.evaluate("(define (go text) (redact text))")
    found = world.evaluate(f"(go {quoted(text)})")
    assert isinstance(found, str)
    return found


def quoted(text: str) -> str:
    inner = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{inner}"'


@pytest.mark.parametrize(("kind", "secret"), SECRETS, ids=lambda x: x[:12])
def test_a_credential_is_found_wherever_it_stands(world: Interpreter, kind: str, secret: str) -> None:
    for text in ("{}", "use {} here", "key='{}'", '["{}"]', "a\n{}\nb", "({}),"):
        assert redacted(world, text.format(secret)) == text.format(f"[{kind}]")


@pytest.mark.parametrize(("kind", "before", "secret", "behind"), INSIDE)
def test_what_stands_around_a_credential_stays(
    world: Interpreter, kind: str, before: str, secret: str, behind: str
) -> None:
    assert redacted(world, before + secret + behind) == f"{before}[{kind}]{behind}"


def test_a_private_key_goes_as_a_whole(world: Interpreter) -> None:
    for kind in ("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "):
        body = f"{some(ALNUM, 64)}\n{some(ALNUM, 64)}=="
        key = f"-----BEGIN {kind}PRIVATE KEY-----\n{body}\n-----END {kind}PRIVATE KEY-----"
        assert redacted(world, f"a\n{key}\nb") == "a\n[private-key]\nb"


@pytest.mark.parametrize("text", LOOKALIKES)
def test_what_only_looks_like_a_credential_stays(world: Interpreter, text: str) -> None:
    assert redacted(world, text) == text


def test_several_in_one_text(world: Interpreter) -> None:
    assert redacted(world, " ".join(secret for _, secret in SECRETS)) == " ".join(f"[{kind}]" for kind, _ in SECRETS)


@pytest.mark.parametrize("at", [9_995, 10_000, 19_985, 20_000, 29_990, 999_990])
def test_a_credential_in_a_text_of_a_megabyte_is_found_wherever_it_stands(world: Interpreter, at: int) -> None:
    """So many patterns over so much text in one scan are refused, and what fails lets a credential pass."""
    world.evaluate(f'(define text (string-append (filled {at}) " AKIAIOSFODNN7EXAMPLE " (filled 1000000)))')
    assert world.evaluate("(find-secrets text)") == [["aws-access-key", at + 1, at + 21]]
    assert world.evaluate("(has-secret? text)") is True
    assert world.evaluate(f'(equal? (redact text) (string-append (filled {at}) " [aws-access-key] " (filled 1000000)))')


def test_a_credential_that_goes_over_the_end_of_a_part_is_taken_out_as_a_whole(world: Interpreter) -> None:
    world.evaluate('(define key (string-append "ghp_" (make-string 15000 #\\a)))')
    world.evaluate("(define (around s) (string-append (make-string 8000 #\\space) s (make-string 8000 #\\space)))")
    assert world.evaluate('(equal? (redact (around key)) (around "[github-token]"))')
    for before in (9_998, 9_999, 10_000):  # what stands before the part still tells that no word begins here
        world.evaluate(
            f'(define text (string-append (make-string {before} #\\x) "AKIAIOSFODNN7EXAMPLE" (filled 30000)))'
        )
        assert world.evaluate("(has-secret? text)") is False


def test_of_more_credentials_than_can_be_listed_the_first_are_told(world: Interpreter) -> None:
    world.evaluate('(define text (apply string-append (make-list 20000 "AKIAIOSFODNN7EXAMPLE ")))')
    assert world.evaluate("(first-secrets text 2)") == [["aws-access-key", 0, 20], ["aws-access-key", 21, 41]]
    assert world.evaluate('(first-secrets "nothing" 2)') == []


CODE = "x = 1\n" * 300_000  # so long that one scan for all expressions is refused


@pytest.mark.parametrize("policy", ["dangerous-code", "placeholders", "secrets-in-writes"])
@pytest.mark.parametrize(
    ("text", "objects"),
    [
        (f"{CODE}eval(y)\n", "dangerous-code"),
        (f"{CODE}# ... existing code\n", "placeholders"),
        ("AKIAIOSFODNN7EXAMPLE\n" * 50_000, "secrets-in-writes"),
    ],
)
def test_no_length_gets_a_text_past_a_policy(tmp_path: Path, policy: str, text: str, objects: str) -> None:
    home = make_home(tmp_path / "home", {"chibi-hooks.toml": f"[policies]\n{policy} = true\n"})
    around = Surroundings({"CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path)
    with Host.open(home=home, around=around, record=False) as host:
        call = {"tool_name": "write_file", "arguments": {"path": "x.py", "content": text}}
        (answer,) = host.fire("pre_tool", call).answers
    assert answer.error is None
    assert bool(answer.value) == (policy == objects)


def test_a_text_full_of_credentials_is_read_a_few_times_and_not_once_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    matches = AnyOf.matches

    def counting(self: AnyOf, s: str, start: int = 0) -> Any:
        read.append(len(s))
        return matches(self, s, start)

    monkeypatch.setattr(AnyOf, "matches", counting)
    text = "gsk_ " + " ".join(f"AKIA{number:016}" for number in range(3_000))  # gsk_: the second scan is asked, too
    redacted = Interpreter(time_limit=60).evaluate(f'(import (harness secrets)) (redact "{text}")')
    assert redacted == "gsk_" + " [aws-access-key]" * 3_000
    assert sum(read) < 12 * len(text)


def test_what_one_scan_found_and_another_hides_is_looked_for_again() -> None:
    own = "'((\"own\" . \"AKIA[A-Z0-9]{16} gsk_[a-z]\"))"
    text = f"AKIA{some(UPPER, 16)} gsk_{some(ALNUM[:26], 30)} gsk_{some(ALNUM[:26], 20)}"
    found = Interpreter().evaluate(f'(import (harness secrets)) (map car (find-secrets "{text}" {own}))')
    assert found == ["own", "model-key"]
