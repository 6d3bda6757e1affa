"""Whether the holder of an open session can still be alive."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.unit.sessions_dialogue import NOON
from wakeline.model.session import Holder
from wakeline.sessions.leases import is_alive, new_lease, renew_lease

HERE = Holder("hook", "laptop", "boot-1", 4711, "12345")
SOON = NOON + timedelta(minutes=1)


def never_asked(process: int, start: str) -> bool:
    pytest.fail(f"nobody should look for process {process} {start}")


def gone(_process: int, _start: str) -> bool:
    return False


def there(process: int, start: str) -> bool:
    return (process, start) == (4711, "12345")


def test_a_lease_runs_from_now_for_its_minutes() -> None:
    lease = new_lease("s1", HERE, NOON, 60)
    assert (lease.session_id, lease.holder, lease.host) == ("s1", "hook", "laptop")
    assert (lease.process, lease.process_start, lease.boot_id) == (4711, "12345", "boot-1")
    assert lease.renewed_at == NOON
    assert lease.expires_at == NOON + timedelta(minutes=60)


def test_a_renewed_lease_runs_anew_and_keeps_its_holder() -> None:
    lease = new_lease("s1", HERE, NOON, 60)
    later = renew_lease(lease, SOON, 30)
    assert later == lease._replace(renewed_at=SOON, expires_at=SOON + timedelta(minutes=30))


def test_a_session_without_a_lease_is_nobodys() -> None:
    assert not is_alive(None, now=NOON, here=HERE, running=never_asked)


def test_a_lease_holds_up_to_its_last_moment() -> None:
    lease = new_lease("s1", HERE, NOON, 60)
    last = lease.expires_at
    assert is_alive(lease, now=last, here=None, running=never_asked)
    assert not is_alive(lease, now=last + timedelta(microseconds=1), here=None, running=there)


def test_a_running_process_holds_no_session_after_its_lease() -> None:
    lease = new_lease("s1", HERE, NOON, 60)
    assert not is_alive(lease, now=NOON + timedelta(hours=2), here=HERE, running=never_asked)


@pytest.mark.parametrize(("running", "alive"), [(there, True), (gone, False)])
def test_on_the_same_start_of_the_same_host_the_process_decides(
    running: Callable[[int, str], bool], alive: bool
) -> None:
    lease = new_lease("s1", HERE, NOON, 60)
    assert is_alive(lease, now=SOON, here=HERE, running=running) is alive


def test_another_boot_of_the_same_host_means_that_the_process_is_gone() -> None:
    lease = new_lease("s1", HERE, NOON, 60)
    rebooted = HERE._replace(boot_id="boot-2")
    assert not is_alive(lease, now=SOON, here=rebooted, running=never_asked)


def test_another_host_can_only_be_judged_by_the_lease() -> None:
    lease = new_lease("s1", HERE, NOON, 60)
    elsewhere = HERE._replace(host="server", boot_id="boot-9")
    assert is_alive(lease, now=SOON, here=elsewhere, running=never_asked)


def test_an_unknown_process_can_only_be_judged_by_the_lease() -> None:
    lease = new_lease("s1", HERE._replace(process=0, process_start=""), NOON, 60)
    assert is_alive(lease, now=SOON, here=HERE, running=never_asked)


def test_an_unknown_boot_leaves_it_to_the_process() -> None:
    lease = new_lease("s1", HERE._replace(boot_id=""), NOON, 60)
    assert is_alive(lease, now=SOON, here=HERE, running=there)
    assert not is_alive(lease, now=SOON, here=HERE, running=gone)
