"""Remove secrets from a text before it is written anywhere.

Holds one table of what secrets look like and the pass that replaces each by
`[secret:kind:hash8]`; the hash shows that two mentions are the same secret without
keeping it. It does not know where the text comes from, where it goes, or whether a
key still works. It knows forms, not meaning: a password in plain prose ("it is
hunter2"), or one with spaces, is not found.

How it stays fast and linear: each row has literal hints, and its pattern is matched
only where a hint is found (it begins with that hint). One test for each rare sign rules
out most hints at once. After a match the search continues behind it, and no pattern can
scan far and then fail twice over the same characters. Patterns are compiled when first
needed: to compile all of them takes longer than a whole hook may.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from math import log2
from typing import Final, Literal, NamedTuple

from wakeline.base.digest import sha256_hex

# The marker of an earlier pass. It is masked before the search, and a match that touches
# the mask is dropped: so redaction is idempotent.
_MARKER: Final = r"\[secret:[a-z0-9-]{1,32}:[0-9a-f]{8}\]"
_MASK: Final = "\0"
_MOST_LOOKS: Final = 8  # two as a rule; the bound is for texts made to need more
_INVISIBLE: Final = "[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]"


@cache
def _compiled(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    return re.compile(pattern, flags)


# --- tests of a value, where the pattern alone is not enough --------------------------------

_VARIABLE: Final = (
    r"\$\w+$|%\w+%$|[A-Za-z]+(?:_[A-Za-z]+)*_?\d{0,2}$|[A-Za-z_]+\d{0,2}(?:\.[A-Za-z_]+\d{0,2})+$"
)
_SNAKE_CASE: Final = r"[a-z]+(?:_[a-z]+)+\d{0,2}$|\$\w+$|%\w+%$|passw(?:or)?d\d?$"
_PATH_OR_LINK: Final = r"(?:\.{1,2}|~)?/|https?:|[a-z0-9_.-]+(?:/[a-z0-9_.-]+)+$"
_STAND_IN: Final = r"[${%<*]|(?i:password|passwd|pass|pwd|secret)$"
_WORD_FOR_IT: Final = (
    r"[A-Z_]+$|[.xX]+$|(?i:(?:my|your|the|user|root|admin|db|x|api|access|auth|oauth|secret|[-_])*"
    r"(?:password|passwd|pass|pwd|secret|token|key|basic)(?:[-_]?here)?$)"
)
_STRONG: Final = frozenset("!@#$%^&*?~+")


def _always(_: str) -> bool:
    return True


def _is_filled_in(value: str) -> bool:
    """Whether it is no variable, and not the word that manuals write instead of a password."""
    return _compiled(_STAND_IN).match(value) is None


def _is_typed(value: str) -> bool:
    """Whether a command's argument is a real password, and not a word for one ("API_TOKEN")."""
    return _is_filled_in(value) and _compiled(_WORD_FOR_IT).match(value[:256]) is None


def _has_digit(value: str) -> bool:
    return any(map(str.isdigit, value))


def _has_body(block: str) -> bool:
    """Whether a key block has content, and is not just the two lines that a manual quotes."""
    return re.search("[A-Za-z0-9+/=]{24}", block) is not None


def _is_opaque(value: str) -> bool:
    """Whether it is no word of any language: it has digits, or capitals after small letters."""
    return _has_digit(value) or re.search("[a-z][A-Z]", value) is not None


def _entropy(value: str) -> float:
    """The Shannon entropy, in bits a character."""
    shares = [count / len(value) for count in Counter(value).values()]
    return -sum(share * log2(share) for share in shares)


def _is_credential(value: str) -> bool:
    """Whether a value after `token=` is long and mixed, and no variable, path or link."""
    sample = value[:256]
    return (
        len(sample) >= 12
        and _has_digit(sample)
        and any(map(str.isalpha, sample))
        and _entropy(sample) >= 3.0
        and not _compiled(_PATH_OR_LINK).match(sample)
        and not _compiled(_VARIABLE).match(sample)
    )


def _is_password(value: str) -> bool:
    """Whether a value after `password=` is letters with digits or signs, or digits alone."""
    sample = value[:256]
    if len(sample) < 6 or any(_compiled(no).match(sample) for no in (_PATH_OR_LINK, _SNAKE_CASE)):
        return False
    has_letter = any(map(str.isalpha, sample))
    return sample.isdigit() or (has_letter and (_has_digit(sample) or bool(_STRONG & set(sample))))


def _is_strong_password(value: str) -> bool:
    """Whether a value in prose, after "password is", looks like no ordinary word."""
    sample = value[:256]
    return (
        len(sample) >= 8
        and _has_digit(sample)
        and any(map(str.isalpha, sample))
        and bool(_STRONG & set(sample.rstrip("?!")))
    )


# --- the table ------------------------------------------------------------------------------


# How a hint matches: exactly; in any case, with a value assigned after it; in any case.
Sense = Literal["exact", "assigned", "spoken"]


class SecretForm(NamedTuple):
    """One kind of secret. The pattern starts with a hint; its group, if any, is the secret."""

    kind: str
    hints: tuple[str, ...]
    pattern: str
    test: Callable[[str], bool]
    sense: Sense


def _form(
    kind: str,
    hints: str,
    pattern: str,
    test: Callable[[str], bool] = _always,
    sense: Sense = "exact",
) -> SecretForm:
    return SecretForm(kind, tuple(hints.split()), pattern, test, sense)


# For prefixes that also end an ordinary word ("task-"), and for bodies of one length. The mask
# counts as part of a word: what a first pass left alone must not begin where a marker ends.
_ALONE: Final = r"(?<![A-Za-z0-9\0])"
_HEX_ENDS: Final = r"(?![0-9a-f\0])"
_TO: Final = r"""(?:\\?["'`])?[ \t]{0,4}(?::[ \t]{0,4}\w{1,24}[ \t]{1,4}=|:=|=>|[:=])[ \t]{0,4}"""
# A quoted value ends at white space or a quote; a bare one at brackets and the next field too,
# and is no value at all if it is called or indexed (noted, not refused here: a pattern that
# fails after a long value would be tried again inside of it).
_QUOTED: Final = r"""\\?["'`]([^\s"'`\\]{6,}+)"""
_BARE: Final = r"""((?=\S{6})(?:[^\s"'`,;<>(){}\[\]\\&]++|&(?!\w{1,32}=))++)(?P<called>[(\[])?"""
_VALUE: Final = f"(?:{_QUOTED}|{_BARE})"
_OWNERS: Final = ("api access auth private", "signing encryption session", "master account admin")
_KEY_OF: Final = "|".join(
    f"(?<={owner})|(?<={owner}[_-])" for owners in _OWNERS for owner in owners.split()
)
_SPELLINGS: Final = "pass(?:w(?:or)?d|phrase|code)"
_PLACE: Final = r"(?:[_-](?:prod|dev|test|staging|live|local|root|admin|\d{1,2}))?"
# The text between a command and one of its options: a few words of the same command.
_BLANK: Final = r"(?:[ \t]|\\\n){1,16}+"
_OPTIONS: Final = rf"(?:{_BLANK}(?![|;&])\S++(?<![|;&])){{0,16}}?{_BLANK}"
_BASE64_LINES: Final = r"(?:(?:\s|\\[nr]){0,4}+[A-Za-z0-9+/=]{16,}+)"

# Earlier rows name the kind where two rows find the same text.
FORMS: Final[tuple[SecretForm, ...]] = (
    _form(
        "private-key",
        "-----BEGIN",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:[^-]*+(?:-(?!----)[^-]*+)*+-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        rf"|{_BASE64_LINES}++)",
        _has_body,
    ),
    _form("openssh-key", "b3BlbnNzaC1rZXktdjE", rf"b3BlbnNzaC1rZXktdjE{_BASE64_LINES}++"),
    _form("age-key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{50,}"),
    _form("anthropic", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{20,}"),
    _form("openai", "sk-", _ALONE + r"sk-[A-Za-z0-9_-]{20,}", _has_digit),
    _form("aws-key-id", "AKIA ASIA", r"A[KS]IA[A-Z2-7]{16}"),
    _form(
        "aws-secret",
        "secret",
        rf"""secret[_-]?access[_-]?key{_TO}\\?["'`]?([A-Za-z0-9/+]{{40}})(?![A-Za-z0-9/+\0])""",
        sense="assigned",
    ),
    _form("github", "ghp_ gho_ ghs_ ghu_ ghr_", r"gh[posur]_[A-Za-z0-9]{30,}"),
    _form("github", "github_pat_", r"github_pat_[A-Za-z0-9_]{40,}"),
    _form("gitlab", "glpat-", r"glpat-[A-Za-z0-9_.-]{20,}"),
    _form("slack", "xox", r"xox[a-z][-.][A-Za-z0-9.-]{10,}", _has_digit),
    _form("slack", "xapp-", r"xapp-\d-[A-Za-z0-9-]{20,}"),
    _form(
        "slack-webhook",
        "hooks.slack.com/",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9/_-]{20,})",
    ),
    _form(
        "stripe",
        "sk_live_ rk_live_ sk_test_ rk_test_",
        r"[sr]k_(?:live|test)_[A-Za-z0-9]{16,}",
    ),
    _form("stripe-webhook", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,}"),
    _form("google", "AIza", r"AIza[A-Za-z0-9_-]{35,}"),
    _form("google-oauth", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{20,}"),
    _form("google-oauth", "ya29.", r"ya29\.[A-Za-z0-9_.-]{20,}"),
    _form("npm", "npm_", r"npm_[A-Za-z0-9]{36,}"),
    _form("pypi", "pypi-", r"pypi-[A-Za-z0-9_-]{50,}"),
    _form("hugging-face", "hf_", r"hf_[A-Za-z0-9]{30,}", _is_opaque),
    _form("sendgrid", "SG.", _ALONE + r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,}"),
    _form("twilio", "SK AC", rf"(?:SK|AC)[0-9a-f]{{32}}{_HEX_ENDS}"),
    _form("telegram", ":AA", r"(?<=\d{8}):(AA[A-Za-z0-9_-]{32,})"),
    _form(
        # The first part is a number in base64, so it can begin in these ways only.
        "discord",
        "MT Mj Mz ND NT Nj Nz OD OT",
        r"(?<![A-Za-z0-9_\0-])[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}",
    ),
    _form("discord-webhook", "/webhooks/", r"/webhooks/\d{15,22}/([A-Za-z0-9_-]{50,})"),
    _form("azure", "AccountKey=", r"AccountKey=([A-Za-z0-9+/]{40,}={0,2})"),
    _form("azure-sas", "sig=", r"(?<=[?&;])sig=([A-Za-z0-9%+/=_-]{30,})", _is_opaque),
    _form("digitalocean", "dop_v1_ doo_v1_ dor_v1_", r"do[opr]_v1_[a-f0-9]{40,}"),
    _form("shopify", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}"),
    _form("mailgun", "key-", rf"{_ALONE}key-[0-9a-f]{{32}}{_HEX_ENDS}"),
    _form("databricks", "dapi", rf"dapi[0-9a-f]{{32}}{_HEX_ENDS}"),
    _form("vault", "hvs. hvb. hvr.", r"hv[sbr]\.[A-Za-z0-9_-]{20,}"),
    _form(
        "doppler",
        "dp.",
        _ALONE + r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{1,35}\.)?[A-Za-z0-9]{40,}",
    ),
    _form("linear", "lin_api_ lin_oauth_", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
    _form("notion", "ntn_", r"ntn_[A-Za-z0-9]{40,}"),
    _form("notion", "secret_", r"secret_[A-Za-z0-9]{43,}"),
    _form("supabase", "sbp_", r"sbp_[a-f0-9]{40,}"),
    _form("groq", "gsk_", r"gsk_[A-Za-z0-9]{40,}"),
    _form("xai", "xai-", r"xai-[A-Za-z0-9]{60,}"),
    _form("perplexity", "pplx-", r"pplx-[A-Za-z0-9]{40,}"),
    _form("docker", "dckr_pat_ dckr_oat_", r"dckr_[po]at_[A-Za-z0-9_-]{20,}"),
    _form("atlassian", "ATATT3", r"ATATT3[A-Za-z0-9_=-]{60,}"),
    _form("grafana", "glsa_", r"glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
    _form("new-relic", "NRAK-", r"NRAK-[A-Z0-9]{27,}"),
    _form("postman", "PMAK-", r"PMAK-[A-Fa-f0-9]{24}-[A-Fa-f0-9]{34}"),
    _form("replicate", "r8_", _ALONE + r"r8_[A-Za-z0-9]{37,}", _is_opaque),
    _form("figma", "figd_", r"figd_[A-Za-z0-9_-]{36,}", _is_opaque),
    _form("nvidia", "nvapi-", r"nvapi-[A-Za-z0-9_-]{40,}", _is_opaque),
    _form("sentry", "sntrys_", r"sntrys_eyJ[A-Za-z0-9+/=_-]{60,}"),
    _form("sentry", "sntryu_", r"sntryu_[a-f0-9]{64}"),
    _form("rubygems", "rubygems_", r"rubygems_[a-f0-9]{48}"),
    _form(
        # Base64 of other things holds these letters too: it has one length and stands alone.
        "square",
        "EAAA",
        r"(?<![A-Za-z0-9+/_\0-])EAAA[A-Za-z0-9_-]{56,64}(?![A-Za-z0-9+/=_\0-])",
        _has_digit,
    ),
    _form("tavily", "tvly-", r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{32,}", _has_digit),
    _form("fly", "fm2_ fm1r_ fm1a_", _ALONE + r"fm(?:2|1[ar])_[A-Za-z0-9+/=_-]{80,}"),
    _form(
        "planetscale",
        "pscale_tkn_ pscale_pw_ pscale_oauth_",
        r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{32,}",
    ),
    _form(
        # The look-behind is what keeps "_eyJ_eyJ_eyJ…" linear.
        "jwt",
        "eyJ",
        r"(?<![A-Za-z0-9_\0-])eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]*+)?",
    ),
    _form(
        "url-password",
        "://",
        r"""://[^\s/:@?#"'<>`]{0,128}+:([^\s/?#"'<>`]{1,256})@(?=[\w\[])""",
        _is_filled_in,
    ),
    _form(
        "authorization",
        "authorization",
        rf"""authorization{_TO}\\?["'`]?(?:bearer|basic|token|apikey)[ \t]{{1,4}}"""
        r"([A-Za-z0-9._~+/=-]{8,})",
        _is_opaque,
        "assigned",
    ),
    _form("bearer", "bearer", r"bearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{16,})", _has_digit, "spoken"),
    _form("password", "pass", rf"{_SPELLINGS}{_PLACE}{_TO}{_VALUE}", _is_password, "assigned"),
    _form("password", "pwd", rf"pwd{_PLACE}{_TO}{_VALUE}", _is_password, "assigned"),
    _form(
        "password",
        "pass",
        rf"{_SPELLINGS}[ \t]{{1,4}}is:?[ \t]{{1,4}}{_VALUE}",
        _is_strong_password,
        "spoken",
    ),
    _form(
        "password",
        "mysql",
        rf"""mysql[a-z]{{0,8}}{_OPTIONS}-p\\?(?:'([^\s'\\]{{3,}}+)|"([^\s"\\]{{3,}}+))""",
        _is_typed,
    ),
    _form(
        "password",
        "mysql",
        rf"""mysql[a-z]{{0,8}}{_OPTIONS}-p(?![${{%<*])([^\s"'`\\|;&<>()]{{6,}}+)""",
        _is_password,
    ),
    _form(
        "password",
        "curl",
        rf"curl{_OPTIONS}"
        r"(?:-u[ \t]{0,4}|-[a-z]{1,6}u[ \t]{1,4}|--(?:proxy-)?user[ \t=]{1,4})"
        r"""\\?(?:'[^\s:"']*+:([^\s'\\]{3,}+)|"[^\s:"']*+:([^\s"\\]{3,}+)"""
        r"""|[^\s:"'`\\]*+:([^\s"'`\\|;&<>()]{3,}+))""",
        _is_typed,
        "assigned",
    ),
    _form(
        "credential",
        "secret token",
        # Not behind a colon: "arn:…:secret:name" says where a secret is, not what it is.
        rf"(?<![:\0])(?:secret(?:[_-]?(?:access[_-]?)?key)?(?:[_-]?base)?|token){_PLACE}{_TO}{_VALUE}",
        _is_credential,
        "assigned",
    ),
    _form(
        "credential", "key", rf"(?:{_KEY_OF})key{_PLACE}{_TO}{_VALUE}", _is_credential, "assigned"
    ),
)


# --- the first pass: which rows can apply at all --------------------------------------------

Hinted = tuple[str, int]  # a hint and the number of its row
# A sign, a pattern that finds any of the exact hints with this sign, and these hints.
Gate = tuple[str, str, tuple[Hinted, ...]]
_SIGNS: Final = "_=/:-.JKXZQjzqxTDCMSEp"  # every exact hint has one; the rarer stand first
# An assignment of a value ("Basic" is the shortest): without one, no assigned hint can match.
_ASSIGNS: Final = tuple((sign, rf"""{sign}(?=>?[ \t]{{0,4}}\\?["'`]?\S{{5}})""") for sign in ":=")


def _hints(*senses: Sense) -> tuple[Hinted, ...]:
    return tuple(
        (hint, number)
        for number, form in enumerate(FORMS)
        if form.sense in senses
        for hint in form.hints
    )


def _around(sign: str, hint: str) -> str:
    """A pattern for `hint` that starts with `sign`: a literal is what `re` searches fastest."""
    before, _, behind = hint.partition(sign)
    return f"(?<={re.escape(before + sign)}){re.escape(behind)}"


def _gates() -> tuple[Gate, ...]:
    groups: dict[str, list[Hinted]] = {}
    for hint, number in _hints("exact"):
        groups.setdefault(next(sign for sign in _SIGNS if sign in hint), []).append((hint, number))
    return tuple(
        (
            sign,
            re.escape(sign) + "(?:" + "|".join(_around(sign, hint) for hint, _ in group) + ")",
            tuple(group),
        )
        for sign, group in groups.items()
    )


_GATES: Final = _gates()
_IN_ANY_CASE: Final = _hints("assigned", "spoken")
_SPOKEN: Final = _hints("spoken")


def _folded(text: str) -> str:
    """The text in lower case, of the same length: this one letter alone would become two."""
    return text.replace("\u0130", "I").lower()


def _occurs(pattern: str, text: str) -> bool:
    return _compiled(pattern).search(text) is not None


def _assigns(text: str) -> bool:
    return any(sign in text and _occurs(pattern, text) for sign, pattern in _ASSIGNS)


def _hinted(text: str, folded: str) -> list[Hinted]:
    found: list[Hinted] = []
    for sign, pattern, hints in _GATES:
        if sign in text and _occurs(pattern, text):
            found += [pair for pair in hints if pair[0] in text]
    found += [pair for pair in (_IN_ANY_CASE if _assigns(text) else _SPOKEN) if pair[0] in folded]
    return found


# --- the second pass: the rows themselves ---------------------------------------------------

Found = tuple[int, int, int]  # start, end, number of the row


def _matches(form: SecretForm, hint: str, text: str, folded: str) -> Iterator[tuple[int, int]]:
    """The start and end of each secret that this row finds in `text`, from left to right."""
    where = text if form.sense == "exact" else folded
    pattern = _compiled(form.pattern, re.NOFLAG if form.sense == "exact" else re.IGNORECASE)
    at = where.find(hint)
    while at >= 0:
        match = pattern.match(text, at)
        if match is not None:
            start, end = match.span(match.lastindex or 0)
            secret = text[start:end]
            if match.lastgroup is None and _MASK not in secret and form.test(secret):
                yield start, end
        at = where.find(hint, at + len(hint) if match is None else max(match.end(), at + 1))


def _joined(found: list[Found]) -> list[Found]:
    """The findings with overlapping ones joined, each of the kind of its earliest row."""
    joined: list[Found] = []
    for start, end, number in sorted(found):
        if joined and start < joined[-1][1]:
            first, last, earlier = joined[-1]
            joined[-1] = (first, max(last, end), min(earlier, number))
        else:
            joined.append((start, end, number))
    return joined


def _without(text: str, found: list[Found]) -> str:
    """`text` with the findings masked, all other characters at the same places."""
    parts: list[str] = []
    behind = 0
    for start, end, _ in found:
        parts += (text[behind:start], _MASK * (end - start))
        behind = end
    return "".join([*parts, text[behind:]])


def _look(text: str) -> list[Found]:
    folded = _folded(text)
    hinted = _hinted(text, folded)
    if not hinted:
        return []
    return _joined(
        [
            (start, end, number)
            for hint, number in hinted
            for start, end in _matches(FORMS[number], hint, text, folded)
        ]
    )


def _search(text: str) -> list[Found]:
    """The secrets in `text`, without markers; repeated, as one secret may hide another."""
    if "[secret:" in text:
        text = _compiled(_MARKER).sub(lambda marker: _MASK * len(marker[0]), text)
    found: list[Found] = []
    for _ in range(_MOST_LOOKS):
        seen = _look(text)
        if not seen:
            break
        found += seen
        text = _without(text, seen)
    return sorted(found)


def _search_visible(text: str) -> list[Found]:
    """As `_search`, for a text whose secrets may be split by characters that nobody sees."""
    unseen = _compiled(_INVISIBLE)
    places = [at for at, character in enumerate(text) if not unseen.match(character)]
    visible = "".join([text[at] for at in places])
    return [(places[start], places[end - 1] + 1, number) for start, end, number in _search(visible)]


def _find(text: str) -> list[Found]:
    if text.isascii() or not _occurs(_INVISIBLE, text):
        return _search(text)
    return _search_visible(text)


def find_secrets(text: str) -> list[tuple[int, int, str]]:
    """The places of the secrets in `text`: start, end, kind; in order, never overlapping."""
    return [(start, end, FORMS[number].kind) for start, end, number in _find(text)]


def _marker(kind: str, secret: str) -> str:
    plain = _compiled(_INVISIBLE).sub("", secret).encode("utf-8", "surrogatepass")
    return f"[secret:{kind}:{sha256_hex(plain)[:8]}]"


def redact(text: str) -> str:
    """`text` with every secret replaced by its marker. Idempotent."""
    found = _find(text)
    if not found:
        return text
    parts: list[str] = []
    behind = 0
    for start, end, number in found:
        parts += (text[behind:start], _marker(FORMS[number].kind, text[start:end]))
        behind = end
    parts.append(text[behind:])
    return "".join(parts)
