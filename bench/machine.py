"""What the figures were measured on. No name of the machine, no folder."""

from __future__ import annotations

import os
import platform
from typing import Any

import apsw


def facts() -> dict[str, Any]:
    """Cores, system, versions, and how busy the machine was with other work."""
    return {
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "sqlite": apsw.sqlite_lib_version(),
        "apsw": apsw.apsw_version(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def words(found: dict[str, Any]) -> str:
    """The same as one line."""
    load = "" if found["load"] is None else f", load {found['load']} at the start"
    return (
        f"{found['cores']} cores, {found['system']}, Python {found['python']}, "
        f"SQLite {found['sqlite']}{load}"
    )
