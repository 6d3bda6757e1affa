"""Write the settings of a folder home to its `config.json`."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from wakeline.base.config import CONFIG_FILE, SETTINGS_BY_NAME, parse_setting, stored_settings
from wakeline.store.files import write_whole


def store_settings(folder: str, changes: Mapping[str, str | None]) -> None:
    """Change settings in the file of a home, whole or not at all; None resets a setting."""
    stored = stored_settings(folder)
    for name, text in changes.items():
        if text is None:
            stored.pop(name, None)
        else:
            stored[name] = parse_setting(SETTINGS_BY_NAME[name], text)
    content = json.dumps(stored, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    write_whole(os.path.join(folder, CONFIG_FILE), content.encode())
