r"""Tables of wordings for sentences that promise something, leave it open, or decide it.

Tables in five languages, and one class that finds their forms in a sentence. It does not
know which sentences are searched, or what follows from a match.

In a table, a line that ends in a colon holds the words that hint at the forms below it
(`#` for any number); every other line is a form, a regular expression between words.
`<name>` stands for a part that several forms share. A form is matched without regard to
case, and a typographic apostrophe counts as a straight one.
"""

from __future__ import annotations

import re
from typing import Final

from wakeline.language.sentences import Sentence
from wakeline.language.words import TYPOGRAPHIC


class WordingTable:
    """The forms of one table, compiled at first use.

    Most sentences contain no hint and are ruled out by one look at their words.
    """

    __slots__ = ("_compiled", "_parts", "_table")

    def __init__(self, table: str, **parts: str) -> None:
        self._table = table
        self._parts = parts
        self._compiled: tuple[frozenset[str], re.Pattern[str]] | None = None

    def match(self, sentence: Sentence) -> re.Match[str] | None:
        """The first match of one of the forms in a sentence."""
        hints, pattern = self._compiled or self._read()
        if hints.isdisjoint(sentence.words):
            return None
        return pattern.search(sentence.text.replace(TYPOGRAPHIC, "'"))

    def fits(self, sentence: Sentence) -> bool:
        return self.match(sentence) is not None

    @property
    def hints(self) -> frozenset[str]:
        return (self._compiled or self._read())[0]

    def _read(self) -> tuple[frozenset[str], re.Pattern[str]]:
        lines = [line.strip() for line in self._table.splitlines() if line.strip()]
        hints = " ".join(line[:-1] for line in lines if line.endswith(":"))
        forms = "|".join(line for line in lines if not line.endswith(":"))
        for name, part in self._parts.items():
            hints = hints.replace(f"<{name}>", part.replace("|", " "))
            forms = forms.replace(f"<{name}>", f"(?:{part})")
        pattern = re.compile(rf"(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE)
        self._compiled = frozenset(hints.split()), pattern
        return self._compiled


# Called open in so many words, or with a request to remember it.
LEFT_OPEN: Final = WordingTable(r"""
    remind:
        remind (?:me|us)(?! (?:what|how|why|who|where|which))
    still:
        still (?:need|have|want|must|ought)
        still (?:needs?|has) to
        still (?:to do|to be done|open|pending|outstanding|unresolved|missing|waiting)
    step steps:
        next steps? (?:is|are|will be)
        next steps?(?=:)
    todo to-do do:
        (?-i:TODO)
        to-?do(?=:)
    next remaining left:
        ^(?:next(?: up)?|remaining|left to do)(?=:)(?!: ?(?:none|nothing|n/a)\b)
    forget:
        don't (?:let (?:me|us) )?forget
    follow circle:
        follow(?:ing)? up (?:on|with)
        circle back
    left:
        left (?:open|undone|unfinished|for (?:later|tomorrow|next time))
    continued:
        to be continued
    yet:
        (?:not|\w+n't) .{1,40} ?yet
    lembra lembre lembrar:
        (?:me lembr(?:e|a|ar)|lembr[ea]-me)(?! (?:o que|como|quem|qual))
    falta faltam faltan:
        ^falta[mn]? (?!(?:de|nada|pouco|poco)\b)\w+
    ainda:
        ainda (?:precis\w+|falta\w*|tenho|temos|não)
    passo passos paso pasos:
        (?:próximo|siguiente)s? pass?os?
    pendente pendentes pendiente pendientes:
        pend(?:ente|iente)s?
    esquecer esqueça esquece esqueças:
        não (?:se |me |deix[ea] |eu )*esque[cç]\w+
    recuérdame recuerdame recuérdanos recordarme:
        (?:recu[eé]rda(?:me|nos)|recordarme)(?! (?:qué|cómo|quién|cuál))
    todavía aún:
        (?:todavía|aún) (?:falta\w*|tengo|tenemos|hay|necesit\w+|queda\w*|no)
    olvides olvide olvidemos:
        no (?:te |se |me |nos )*olvid\w+
    erinnere erinner:
        erinnere? (?:mich|uns)
    noch:
        (?:müssen|muss|musst|sollten|sollte) (?:wir |ich |du )?noch
        (?:steht|stehen|fehlt|fehlen|bleibt) noch
        noch (?:offen|ausstehend|zu (?:tun|erledigen)|nicht (?:fertig|erledigt|gemacht))
    schritt schritte:
        nächste[rn]? schritte?
    vergessen vergiss:
        nicht vergessen
        vergiss (?:\w+ ){0,2}nicht
    rappelle rappelez:
        rappell?ez?-(?:moi|nous)
    encore reste:
        il (?:nous |me )?(?:faut|reste) encore
        il (?:nous |me )?reste à
        (?:on doit|nous devons|je dois) encore
        pas encore (?:fait|fini|terminé|envoyé)
    étape étapes:
        prochaines? étapes?
    oublie oubliez oublions:
        n'oubli\w+ pas
    suspens attente:
        en (?:suspens|attente)
""")

# A promise in the first person. What is done at once, or said out of politeness, is none.
PROMISED: Final = WordingTable(
    r"""
    ll will shall going:
        I(?:'ll| will| shall|'m going to| am going to)(?! (?:<polite>|<atonce>)\b)
    promise:
        I promise
    vou irei:
        (?:vou|irei) (?!<para>)(?:\w+ ){0,2}?\w{2,}(?:[aeiô]r|[áêí]-l[oa]s?)
    prometo:
        prometo
    voy:
        voy a (?!ver|explicar|ayudar|mostrar)\w{2,}[aeiáéí]r(?:[mts]e|nos|l[aeo]s?|sel[ao]s?)?
    te le les os lo la los las:
        (?:te|les?|os|se l[oa]s?|l[oa]s?) \w{2,}[aei]ré
    haré enviaré mandaré llamaré revisaré escribiré volveré:
        haré|enviaré|mandaré|llamaré|revisaré|escribiré|volveré
    werde kümmere:
        ich (?:werde|kümmere)
        (?:werde|kümmere) ich
    je j m:
        je vais (?!<expliquer>)(?:\w+ |\w'){0,2}?\w{2,}(?:er|ir|re)
        j(?:e |')(?:(?:te|vous|le|la|les|lui|leur|me|en|y) |[ltm]'){0,2}\w{2,}rai
        je m'en (?:occupe|charge)
    """,
    polite="say|admit|bet|explain|guide|help|be (?:happy|glad|honest|here)|do my best|try",
    atonce="now|first|start|begin|assume|never|need|use|pass|show you|walk you|go (?:ahead|with)",
    para="a[os]? |à|para |pra |pro |n[oa] |ver |(?:te |lhe )?(?:explicar|ajudar)",
    expliquer="(?:vous |t')(?:aider|expliquer)",
)

# A plan or a duty: open only when it names a time.
PLANNED: Final = WordingTable(
    r"""
    let:
        let (?:me|us)
        let's
    we:
        we(?:'ll| will| shall|'re going to| need to| have to| should| must)
    need have must should plan:
        I (?:need|have|plan) to
        I (?:must|should)
    preciso precisamos tenho temos vamos deixa deixe:
        precis(?:o|amos)|te(?:nho|mos) (?:que|de)|vamos|deix[ae](?:-me| eu| me)
    tengo tenemos debo debemos necesito necesitamos déjame:
        ten(?:go|emos) que|debo|debemos|necesit(?:o|amos)|déjame
    ich wir:
        <verb>e ich|ich <verb>e
        ich muss|muss ich|wir müssen|müssen wir|wir sollten
    dois doit devons faut laisse laissez:
        je dois|on doit|nous devons|il faut|laissez?-moi
    """,
    verb="schick|send|mach|meld|prüf|erledig|schau|ruf|schreib|bereit|liefer|test|reich",
)

# Only if the other wants it: an offer, not a promise.
OFFERED: Final = WordingTable(r"""
    if:
        if you(?:'d| would)? (?:like|want|prefer|wish)
    se:
        se (?:você )?quiser\w*
    si:
        si (?:quieres|tu veux|vous voulez)
    wenn:
        wenn du (?:willst|möchtest)
""")

# First person, past tense: "I watered", "we've already mailed".
HAVE_DONE: Final = WordingTable(r"""
    i we:
        (?:I|we)(?:'ve| have)?(?: just| already| now)? \w{3,}ed
""")

DECIDED: Final = WordingTable(r"""
    decided:
        (?:we|I|it was|it is|is|been)(?:'ve| have)?(?: \w+)? decided
    decision:
        (?:the|our|my|final) decision (?:is|was)
    let:
        let's (?:go with|stick (?:with|to)|use|keep(?! going)|drop|skip|not)
    go:
        (?:we'll|we will|I'll|we're going to|we are going to) go with
    agreed:
        (?:we(?:'ve| have)?|it is|it was) agreed
        ^agreed
    won not:
        we (?:won't|will not|are not going to)
        we're not going to
    settled:
        we(?:'ve| have)? settled on
    decidimos decidido decidi decidiu:
        decidi(?:mos|do|u)?
    ficou ficamos combinado combinamos:
        (?:ficou|ficamos) (?:combinado|decidido|com)
        combina(?:do|mos)
    vamos:
        vamos (?:com|usar|ficar com|manter|con|a usar|a quedarnos)
        não vamos|no vamos a
    acordado acordamos quedamos:
        acorda(?:mos|do)|quedamos en
    entschieden beschlossen abgemacht geeinigt:
        entschieden|beschlossen|abgemacht|geeinigt
    nehmen lass:
        wir nehmen|nehmen wir
        lass uns .{1,60} (?:nehmen|nicht|bleiben)
    décidé convenu:
        (?:a|avons|ai|été|est) (?:décidé|convenu)
    part reste garde prend:
        on (?:part|reste) sur
        on (?:garde|prend)
""")
