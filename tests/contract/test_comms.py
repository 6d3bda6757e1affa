"""What was told to whom: a draft is held against it before it is sent."""

from __future__ import annotations

import pytest

from tests.builders import START, Homes
from wakeline.base.errors import Conflict, Invalid

RELEASE = "The release of the shop is on 12 May."


@pytest.mark.feature("E6")
@pytest.mark.parametrize(
    ("told", "draft", "kind"),
    [
        (RELEASE, "The release of the shop is on 14 May.", "contradiction"),
        (RELEASE, "Thanks! The shop's release comes on 12 June.", "contradiction"),
        ("We meet on Monday at the office.", "We meet at the office on Tuesday.", "contradiction"),
        ("The offer costs three hundred euros.", "The offer costs 350 euros.", "contradiction"),
        ("The backup is working again.", "The backup is not working again.", "contradiction"),
        ("We support the old browser.", "We do not support the old browser.", "contradiction"),
        (RELEASE, "By the way, the release of the shop is on 12 May.", "repetition"),
        ("The staging server is up.", "The staging server is up.", "repetition"),
        (RELEASE, "The invoice of the shop is on my desk.", None),
        (RELEASE, "Your parcel weighs 14 kilos.", None),
        ("We have 3 servers in Porto.", "We have 3 servers in Porto and 2 in Lisbon.", None),
        (RELEASE, "Hello!", None),
    ],
)
def test_a_draft_is_warned_of_what_it_contradicts_or_repeats(
    open_home: Homes, told: str, draft: str, kind: str | None
) -> None:
    ash = open_home.agent()
    ash.comms.told("Ana Lopes", told, topic="shop")
    found = ash.comms.check("ana  lopes", draft)
    assert [each.kind for each in found] == ([] if kind is None else [kind])
    for each in found:
        assert each.telling.said == told
        assert "2 Mar 2026" in each.told
    assert ash.comms.check("Jonas", draft) == []


@pytest.mark.feature("E6")
def test_what_a_contact_was_told_is_looked_up_by_topic_and_taken_back(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.comms.told("Ana Lopes", RELEASE, topic="shop", source_ids=["mail-7"])
    open_home.later(days=1)
    second = ash.comms.told("Ana Lopes", "The beds are dry.", topic="garden")
    assert (first.told_at, first.source_ids) == (START, ("mail-7",))
    assert ash.comms.about("ANA LOPES") == [second, first]
    assert ash.comms.about("Ana Lopes", topic="shop") == [first]
    (contact,) = ash.comms.contacts()
    assert (contact.contact, contact.tellings, contact.last_at) == ("Ana Lopes", 2, second.told_at)
    ash.comms.withdraw(first.id)
    with pytest.raises(Conflict):
        ash.comms.withdraw(first.id)
    assert ash.comms.check("Ana Lopes", "The release of the shop is on 14 May.") == []
    ash.forget(second.id)
    assert ash.comms.about("Ana Lopes") == []
    assert ash.verify().ok


def test_the_newest_word_counts_and_contradictions_come_first(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.comms.told("Ana", "The release is on 12 May. The beds are dry.")
    open_home.later(days=1)
    ash.comms.told("Ana", "The release of it moved: the release is on 14 May.")
    found = ash.comms.check("Ana", "The beds are dry. The release is on 12 May.")
    assert [each.kind for each in found] == ["contradiction", "repetition"]
    assert "14 then, 12 now" in found[0].why


def test_nothing_told_to_nobody_is_refused(open_home: Homes) -> None:
    ash = open_home.agent()
    for contact, text in (("", "x"), ("Ana", " "), ("Ana", "\u200b")):
        with pytest.raises(Invalid):
            ash.comms.told(contact, text)
    with pytest.raises(Invalid):
        ash.comms.check("Ana", "")
