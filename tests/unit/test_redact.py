"""Secrets do not reach the log, and ordinary words do.

Every key is put together here from parts, so that no scanner finds one in this file.
"""

from __future__ import annotations

import string
import time
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wakeline.log.redact import FORMS, find_secrets, redact

ALNUM = string.ascii_letters + string.digits
BASE64 = ALNUM + "+/"
WEB64 = ALNUM + "_-"
HEX = "0123456789abcdef"
BASE32 = string.ascii_uppercase + "234567"
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"


def some(alphabet: str, length: int, seed: str = "") -> str:
    """Characters that look random and are the same in every run."""
    stream = b"".join(sha256(f"{seed}{alphabet}{n}".encode()).digest() for n in range(length))
    return "".join(alphabet[byte % len(alphabet)] for byte in stream[:length])


def pem(name: str) -> str:
    lines = "\n".join(some(BASE64, 64, f"{name}{n}") for n in range(4))
    return f"-----BEGIN {name}-----\n{lines}\n{some(BASE64, 20)}==\n-----END {name}-----"


PRIVATE = "PRIVATE" + " KEY"
WORD = "hunter" + "2-blue-Heron"

# kind, a text that holds the secret, the secret
KEYS: list[tuple[str, str, str]] = [
    (kind, key, key)
    for kind, key in [
        ("anthropic", "sk-" + "ant-api03-" + some(WEB64, 93) + "AA"),
        ("openai", "sk-" + some(ALNUM, 48)),
        ("openai", "sk-" + "proj-" + some(WEB64, 120)),
        ("openai", "sk-" + "or-v1-" + some(HEX, 64)),
        ("aws-key-id", "AK" + "IA" + some(BASE32, 16)),
        ("aws-key-id", "AS" + "IA" + some(BASE32, 16)),
        ("github", "gh" + "p_" + some(ALNUM, 36)),
        ("github", "gh" + "o_" + some(ALNUM, 36)),
        ("github", "gh" + "s_" + some(ALNUM, 36)),
        ("github", "gh" + "u_" + some(ALNUM, 36)),
        ("github", "gh" + "r_" + some(ALNUM, 76)),
        ("github", "github" + "_pat_" + some(ALNUM, 22) + "_" + some(ALNUM, 59)),
        ("gitlab", "gl" + "pat-" + some(WEB64, 20)),
        ("slack", "xo" + "xb-" + some("0123456789", 12) + "-" + some(ALNUM, 24)),
        ("slack", "xo" + "xp-" + some("0123456789", 12) + "-" + some(HEX, 32)),
        ("slack", "xa" + "pp-1-A" + some(BASE32, 10) + "-" + some(HEX, 64)),
        ("stripe", "sk" + "_live_" + some(ALNUM, 24)),
        ("stripe", "rk" + "_live_" + some(ALNUM, 99)),
        ("stripe-webhook", "wh" + "sec_" + some(ALNUM, 32)),
        ("google", "AI" + "za" + some(WEB64, 35)),
        ("google-oauth", "GOC" + "SPX-" + some(WEB64, 28)),
        ("google-oauth", "ya" + "29.a0" + some(WEB64, 120)),
        ("npm", "np" + "m_" + some(ALNUM, 36)),
        ("pypi", "py" + "pi-AgEIcHlwaS5vcmc" + some(WEB64, 140)),
        ("hugging-face", "h" + "f_" + some(string.ascii_letters, 34)),
        ("sendgrid", "S" + "G." + some(WEB64, 22) + "." + some(WEB64, 43)),
        ("twilio", "S" + "K" + some(HEX, 32)),
        ("twilio", "A" + "C" + some(HEX, 32, "account")),
        ("discord", "M" + "T" + some(ALNUM, 24) + "." + some(ALNUM, 6) + "." + some(WEB64, 38)),
        ("digitalocean", "do" + "p_v1_" + some(HEX, 64)),
        ("shopify", "shp" + "at_" + some(HEX, 32)),
        ("mailgun", "ke" + "y-" + some(HEX, 32)),
        ("databricks", "da" + "pi" + some(HEX, 32)),
        ("age-key", "AGE-" + "SECRET-KEY-1" + some(BECH32, 58)),
        ("vault", "hv" + "s." + some(WEB64, 95)),
        ("doppler", "dp" + ".pt." + some(ALNUM, 43)),
        ("doppler", "dp" + ".st.prod." + some(ALNUM, 43)),
        ("linear", "lin" + "_api_" + some(ALNUM, 40)),
        ("notion", "nt" + "n_" + some(ALNUM, 46)),
        ("notion", "sec" + "ret_" + some(ALNUM, 43)),
        ("supabase", "sb" + "p_" + some(HEX, 40)),
        ("groq", "gs" + "k_" + some(ALNUM, 52)),
        ("xai", "xa" + "i-" + some(ALNUM, 80)),
        ("perplexity", "pp" + "lx-" + some(ALNUM, 48)),
        ("docker", "dckr" + "_pat_" + some(WEB64, 27)),
        ("docker", "dckr" + "_oat_" + some(WEB64, 32)),
        ("atlassian", "ATA" + "TT3x" + some(WEB64, 177) + "=" + some(HEX.upper(), 8)),
        ("grafana", "gl" + "sa_" + some(ALNUM, 32) + "_" + some(HEX, 8)),
        ("new-relic", "NR" + "AK-" + some(string.ascii_uppercase + string.digits, 27)),
        ("postman", "PM" + "AK-" + some(HEX, 24) + "-" + some(HEX, 34)),
        ("replicate", "r" + "8_" + some(ALNUM, 37)),
        ("figma", "fi" + "gd_" + some(WEB64, 40)),
        ("nvidia", "nv" + "api-" + some(WEB64, 64)),
        ("sentry", "sntr" + "ys_ey" + "J" + some(ALNUM, 140) + "==_" + some(BASE64, 43)),
        ("sentry", "sntr" + "yu_" + some(HEX, 64)),
        ("rubygems", "ruby" + "gems_" + some(HEX, 48)),
        ("square", "EA" + "AA" + some(WEB64, 60, "square")),
        ("tavily", "tv" + "ly-" + some(ALNUM, 32)),
        ("tavily", "tv" + "ly-dev-" + some(ALNUM, 32)),
        ("fly", "fm" + "2_lJPECAAAAAAA" + some(BASE64, 500) + "=="),
        ("planetscale", "psc" + "ale_tkn_" + some(WEB64, 43)),
        ("planetscale", "psc" + "ale_pw_" + some(WEB64, 43)),
        (
            "jwt",
            "ey" + "J" + some(WEB64, 30) + ".ey" + "J" + some(WEB64, 60) + "." + some(WEB64, 43),
        ),
        ("private-key", pem("RSA " + PRIVATE)),
        ("private-key", pem("OPENSSH " + PRIVATE)),
        ("private-key", pem("PGP " + PRIVATE + " BLOCK")),
        ("openssh-key", "b3BlbnNz" + "aC1rZXktdjE" + some(BASE64, 200)),
    ]
]
KEYS += [
    (kind, before + secret + behind, secret)
    for kind, before, secret, behind in [
        ("aws-secret", "aws_secret_access_key=", some(BASE64, 40), ""),
        ("slack-webhook", "https://hooks.slack.com/services/", "T0/B0/" + some(ALNUM, 24), ""),
        (
            "discord-webhook",
            "https://discord.com/api/webhooks/123456789012345678/",
            some(WEB64, 68),
            "",
        ),
        ("telegram", "123456789:", "A" + "A" + some(WEB64, 33), ""),
        ("azure", "AccountName=heron;AccountKey=", some(BASE64, 86) + "==", ";Suffix=x"),
        ("azure-sas", "https://heron.example/c?sv=2024&sig=", some(ALNUM, 43) + "%3D", "&se=2025"),
        ("url-password", "postgres://ash:", WORD, "@db.example:5432/home"),
        ("url-password", "redis://:", "p@ss" + WORD, "@cache.example"),
        ("authorization", "Authorization: Bearer ", some(ALNUM, 30), ""),
        ("authorization", "Authorization: Basic ", some(ALNUM, 24) + "==", ""),
        ("bearer", "Bearer ", some(ALNUM, 30, "bearer"), ""),
        ("password", "DB_PASSWORD=", WORD, ""),
        ("password", "passwd: ", "Tr0ub4dor&3", ""),
        ("password", "my password is ", "Tr0ub4dor&3", ""),
        ("password", "mysql -h db -u root -p'", "egret", "' home"),
        ("password", "mysqldump -uash -p", WORD, " home > home.sql"),
        ("password", "curl -s -u ash:", WORD, " https://example.com/v1"),
        ("password", "curl https://example.com/v1 --user 'ash:", "egret!", "'"),
        ("credential", "api_key = ", some(ALNUM, 24), ""),
        ("credential", "client_secret: ", some(WEB64, 40), ""),
        ("credential", "AUTH_TOKEN=", some(HEX, 40), ""),
    ]
]
NAMES = [f"{number}-{kind}" for number, (kind, _, _) in enumerate(KEYS)]

SURROUNDINGS = {
    "bare": "{}",
    "json": '{{"id": 7, "value": "{}", "after": "heron"}}',
    "env line": "FIRST=river\nVALUE={}\nLAST=heron\n",
    "prose": "Mel wrote down {} and then left the harbour.",
    "link": "https://example.com/river?value={}&next=heron",
    "code": "client = connect('{}', region=\"harbour\")  # heron",
}


@pytest.mark.parametrize("surrounding", SURROUNDINGS.values(), ids=SURROUNDINGS)
@pytest.mark.parametrize(("kind", "text", "secret"), KEYS, ids=NAMES)
def test_no_key_survives_and_the_words_around_it_do(
    kind: str, text: str, secret: str, surrounding: str
) -> None:
    clean = redact(surrounding.format(text))
    before, behind = surrounding.format("|").split("|")
    assert secret not in clean
    assert f"[secret:{kind}:{sha256(secret.encode()).hexdigest()[:8]}]" in clean
    assert clean.startswith(before)
    assert clean.endswith(behind)
    assert redact(clean) == clean


def test_every_row_of_the_table_has_a_key_that_shows_it() -> None:
    assert {form.kind for form in FORMS} == {kind for kind, _, _ in KEYS}


def test_only_the_password_of_a_link_is_taken_out() -> None:
    clean = redact("postgres://ash:" + WORD + "@db.example:5432/home?sslmode=require")
    assert clean.startswith("postgres://ash:[secret:url-password:")
    assert clean.endswith("]@db.example:5432/home?sslmode=require")


def test_a_key_that_was_cut_off_is_taken_out_as_far_as_it_goes() -> None:
    whole = pem("RSA " + PRIVATE)
    clean = redact("tail of the log: " + whole[:200])
    assert clean.startswith("tail of the log: [secret:private-key:")
    assert whole[60:90] not in clean


def test_a_key_with_escaped_line_ends_is_taken_out_whole() -> None:
    escaped = pem("EC " + PRIVATE).replace("\n", "\\n")
    assert redact(f'{{"key": "{escaped}", "after": 1}}').endswith(']", "after": 1}')


def test_escaped_quotes_do_not_hide_a_password() -> None:
    assert WORD not in redact('{\\"password\\": \\"' + WORD + '\\"}')


def test_a_typed_assignment_is_an_assignment() -> None:
    assert WORD not in redact('password: str = "' + WORD + '"')


def test_invisible_characters_do_not_hide_a_key() -> None:
    key = "gh" + "p_" + some(ALNUM, 36)
    split = "\u200b".join([key[:3], key[3:9], key[9:]])
    assert redact(f"it's {split}, é") == redact(f"it's {key}, é")


def test_invisible_characters_outside_of_a_key_stay() -> None:
    key = "gh" + "p_" + some(ALNUM, 36)
    clean = redact(f"👩\u200d👧 \u200f{key} نمی\u200cشود")
    assert clean.startswith("👩\u200d👧 \u200f[secret:github:")
    assert clean.endswith("] نمی\u200cشود")


def test_one_secret_has_one_marker_and_two_have_two() -> None:
    first, second = ("gh" + "p_" + some(ALNUM, 36, seed) for seed in "ab")
    one, two, again = redact(f"{first} {second} {first}").split()
    assert one == again != two


def test_where_secrets_stand_is_told_in_order() -> None:
    key = "gh" + "p_" + some(ALNUM, 36)
    assert find_secrets(f"İ {key} and password={WORD}") == [
        (2, 42, "github"),
        (56, 56 + len(WORD), "password"),
    ]


def test_a_text_that_holds_a_marker_is_left_alone() -> None:
    text = "password=[secret:password:0a1b2c3d] and token: [secret:jwt:00ff00ff]"
    assert redact(text) == text


ORDINARY = Path(__file__).parent.parent / "data" / "ordinary_texts.txt"


def test_ordinary_texts_are_left_alone() -> None:
    texts = ORDINARY.read_text(encoding="utf-8").rstrip("\n").split("\n%%\n")
    assert len(set(texts)) >= 200
    assert len([text for text in texts if redact(text) != text]) <= 1


# What looks like a key at its beginning, or stands where a password could.
FALSE_FRIENDS = [
    *("dckr_pat_… is what Docker Hub calls its tokens.", "DOCKER=dckr_pat_YOUR_TOKEN"),
    *(
        "glsa_ and glc_ are Grafana's prefixes",
        "rubygems_version = 3.5",
        "gem push rubygems_mirror",
    ),
    *(
        "tvly-YOUR_API_KEY",
        "nvapi-your-key-goes-here",
        "figd_design_tokens_export_of_the_component_library",
    ),
    *(
        "r8_gelu_forward_pass_without_the_attention_mask_added",
        "rgba8_unorm",
        "lfm2_audio_backbone",
    ),
    *("sntrys_xxx", "pscale_tkn_...", "NRAK-XXXX", "PMAK-", "the ATATT3 prefix"),
    "data:font/woff;base64,d09GMgABAAAEAAAADkAAAEAAA" + some(BASE64, 300),
    "EA" + "AA" + some(BASE64, 400),
    "sha256:" + some(HEX, 64) + " and commit " + some(HEX, 40),
    *("mysql -u root -p", "mysql -u root -p home < home.sql", "mysql -p$MYSQL_PWD home"),
    *("mysql -p'your_password' home", 'mysql -p"${MYSQL_ROOT_PASSWORD}"', "mysql -pPASSWORD"),
    *("docker run -d --name mysql -p3306:3306 mysql:8", "start mysql && mkdir -p'data/one'"),
    *("curl -u user:password https://example.com", "curl -u $USER:$TOKEN https://example.com"),
    *("curl -u USERNAME:API_TOKEN https://example.com", "curl -u token:x-oauth-basic https://a.b"),
    *("curl -sSL https://a.b/c | docker run -u 1000:1000 img", "curl a; docker run -u 1000:1000 i"),
    *("curl --user-agent Mozilla/5.0:x https://a.b", "curl -XPUT http://localhost:9200/heron1"),
    *("curl -o out https://example.com:8443/a1", "We curl it, then sort -u."),
]


@pytest.mark.parametrize("text", FALSE_FRIENDS)
def test_what_only_begins_like_a_key_is_left_alone(text: str) -> None:
    assert redact(text) == text


HOSTILE = [
    *("token=", "token= ", "password:", "passwordis ", "secret" + " " * 9, "api_key=aaaaaa "),
    *("ey" + "J", "_ey" + "J", "ey" + "Jaaaaaaaaaaa.", "-", "-----BEGIN ", "pwd=/", "password='"),
    *("-----BEGIN " + PRIVATE + "-----", "-----BEGIN " + PRIVATE + "-----a-"),
    *("://", "://a:", "://:a", "://a:b@", "@", "sk-", "sk-" + "a" * 19 + " ", "key-" + "a" * 32),
    *("MT", ".MT", "S" + "G.", "SK", "A", "gh" + "p_", ":A" + "A", "1:A" + "A", "xo" + "xa-"),
    *("Bearer ", "Bearer a", "authorization:bearer ", "[secret:", "[secret:a:00000000]"),
    *("curl ", "curl -u ", "curl -u a", "curl -u a:", "curl -s ", "curl -u a:b ", "curl \\\n"),
    *("mysql ", "mysql -p", "mysql -p'", "mysql -p'a ", "mysql -u ", "mysqla"),
    *("dckr" + "_pat_", "ATA" + "TT3", "gl" + "sa_", "gl" + "sa_" + "a" * 32 + "_", "EA" + "AA"),
    *("r" + "8_", "fi" + "gd_", "nv" + "api-", "sntr" + "ys_ey" + "J", "tv" + "ly-", "fm" + "2_"),
    *("psc" + "ale_tkn_", "NR" + "AK-", "PM" + "AK-" + "a" * 24 + "-", "ruby" + "gems_"),
    *("dp" + ".st.", "/webhooks/1", "sig=", "?sig=", "b3BlbnNz" + "aC1rZXktdjE ", "&a="),
    *("\\", '"', "\u200b", "é", "İ", "&", "="),
]


@pytest.mark.parametrize("end", ["", "(", ".x@"])
@pytest.mark.parametrize("piece", HOSTILE)
def test_long_hostile_texts_take_no_longer_than_their_length_allows(piece: str, end: str) -> None:
    text = (piece * (300_000 // len(piece) + 1))[:300_000]
    began = time.process_time()
    redact("password=" + text + end)
    assert time.process_time() - began < 3.0  # 0.1 s as a rule; quadratic would be 10 s and more


def test_a_megabyte_of_words_is_read_in_a_moment() -> None:
    began = time.process_time()
    assert not find_secrets("We spoke about the token: it is the API_KEY. " * 22_000)
    assert time.process_time() - began < 3.0


FRAGMENTS = st.one_of(
    st.sampled_from([text for _, text, _ in KEYS] + [secret for _, _, secret in KEYS]),
    st.sampled_from(HOSTILE),
    st.sampled_from([" ", "\n", ", ", "_", ".", "x", "7", "[", "]", "[secret:jwt:00ff00ff]"]),
    st.text(max_size=6),
)


@settings(deadline=None)
@given(st.lists(FRAGMENTS, max_size=12).map("".join))
def test_a_second_pass_changes_nothing(text: str) -> None:
    once = redact(text)
    assert redact(once) == once


@settings(deadline=None)
@given(st.lists(FRAGMENTS, max_size=12).map("".join))
def test_findings_lie_in_the_text_and_do_not_overlap(text: str) -> None:
    behind = 0
    for start, end, _ in find_secrets(text):
        assert behind <= start < end <= len(text)
        behind = end
