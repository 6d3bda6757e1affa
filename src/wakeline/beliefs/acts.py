"""What kinds of doing there are, and which verbs do them: tables, and the lines that read them.

Two verbs are alike when they share a kind: to fell a tree is to cut it. Some kinds only look at
a thing or speak of it, and a decision against doing it has nothing against them. It does not
know what is done to what.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from wakeline.beliefs.stems import stem

Kinds = frozenset[str]

# A verb may be of several kinds. Two words joined by a hyphen are a verb and its particle.
_KINDS: Final = """
    begin    add adopt introduce install build create make start launch open begin set-up put
             embed integrate enable implement establish spin-up stand-up bring-in bring on-board
             use employ utilise run try go switch-on turn-on apply include insert inject wire
             construct deploy generate plug-in roll-out found develop provision
    use      use employ utilise run try apply take consume let have get-going work-with rely lean
    change   change modify alter edit patch tweak adjust fix rework rewrite refactor convert port
             migrate move replace amend revise touch update upgrade set reconfigure redo overhaul
             swap transform correct rename switch
    move     move shift reschedule relocate transfer postpone hold bring-forward push-back swap
             migrate port switch
    tell     tell email mail message write send inform notify ping text contact report call phone
             ring alert let-know reach-out drop-a-line cc forward post announce brief remind warn
    answer   answer reply respond comment give-a-quote speak talk quote get-back call write email
             react message grant-an-interview
    publish  publish post upload share release preprint put-up submit put-online circulate
             send distribute tweet blog broadcast expose announce put leak show disclose
    remove   remove delete drop erase exclude purge discard cut fell saw chop trim strip clear wipe
             cancel kill withdraw omit retire uninstall disable abolish end close stop quit revoke
             undo throw-out throw-away leave-out filter-out take-out take-down unsubscribe truncate
             prune axe demolish
    cut      cut fell saw chop hack prune trim clip mow take-down bring-down hew
    get      buy purchase get acquire lease rent order procure hire recruit obtain subscribe book
             take-on pick-up sign-up pay-for fetch stock look-for find
    hire     hire recruit employ appoint bring-on-board take-on post-a-job onboard
    give     give grant offer lend hand award donate allow provide supply help-out serve pay loan
             advance present cut-a-deal feed slip
    sell     sell license offer trade market monetise monetize lease auction peddle hand-over
    keep     keep store save retain leave hold persist cache remember record archive maintain index
             file collect preserve put write log
    index    index search make-searchable crawl catalogue list
    commit   commit check-in check push add put include store save embed hardcode write
    merge    merge push integrate
    deploy   deploy ship release push roll-out launch publish go-live put-live install promote
    write    write draft compose pen author prepare generate produce
    sign     sign accept agree enter renew commit approve close
    accept   accept take agree welcome approve say-yes take-up raise pitch
    enter    enter visit come go send drive walk add step move
    lift     lift raise carry pick-up hoist hold heave pick move
    take     take swallow use have consume eat drink pop pick-up get
    eat      eat serve make cook bake feed have order give prepare fry
    go       go travel fly drive ride take visit head
    book     book schedule arrange plan set-up organise organize reserve
    run      run jog sprint race train go
    translate translate render convert put run
    mock     mock stub fake simulate replace swap patch
    test     test try trial check experiment
    support  support serve work handle cover add make help
    grade    grade mark score rate assess give
    split    split break divide pull extract separate carve factor
    spray    spray treat dust apply use
    hide     hide bury obscure conceal make
    stop     stop cancel end quit suspend halt pause
    look     read list explain document look review check scan count compare measure describe study
             reread ask discuss inspect audit note summarise summarize understand learn research
             investigate consider examine verify monitor go-through look-at look-into
             find-out write-down explain-why see view analyse analyze observe debate
             clarify mention record remind report forward consult
"""
# Looking at a thing, or speaking of it.
LOOKING: Final = "look"
# Taking a thing away. Against this is only what was decided against taking away.
REMOVING: Final = frozenset({"remove", "stop"})
# Kinds by which something comes to be done or had at all: what "no X" is against.
BEGINNING: Final = frozenset(
    "begin use get give keep publish deploy write accept eat take hire book go commit test run "
    "translate sell support spray split lift enter grade".split()
)


@cache
def _table() -> dict[str, Kinds]:
    found: dict[str, set[str]] = {}
    kind = ""
    for line in _KINDS.strip().splitlines():
        words = line.split()
        if not line.startswith("             "):
            kind, *words = words
        for verb in words:
            first, *rest = verb.split("-")
            found.setdefault("-".join([stem(first), *rest]), set()).add(kind)
    return {verb: frozenset(kinds) for verb, kinds in found.items()}


def kinds_of(words: tuple[str, ...], at: int) -> Kinds:
    """The kinds of the verb at a place, with its particle where it has one nearby."""
    verb = stem(words[at])
    table = _table()
    for end in range(min(len(words), at + 4), at + 1, -1):
        for name in ("-".join([verb, *words[at + 1 : end]]), f"{verb}-{words[end - 1]}"):
            if name in table:
                return table[name]
    return table.get(verb, frozenset())
