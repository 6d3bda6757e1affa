"""The settings of a home: shown with where each comes from, changed, taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, NamedTuple

import typer
from rich.console import RenderableType

from wakeline import engine
from wakeline.base import config
from wakeline.base.environment import environment_variables
from wakeline.base.errors import Invalid
from wakeline.flows.home.agents import check_time_zone
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.open_home import open_home
from wakeline.store.folder import FolderHome
from wakeline.store.settings import store_settings

app = take.group("Settings of a home.")
Name = Annotated[str, typer.Argument(metavar="NAME", help="The setting.", show_default=False)]


# What a text must be, told to whoever sets it. What is stored may come from a machine that knows
# more time zones, so reading it refuses none.
CHECKS: dict[str, Callable[[str], None]] = {"person.time_zone": check_time_zone}


class SettingValue(NamedTuple):
    """One setting as it stands."""

    name: str
    value: config.Value
    source: str
    default: config.Value
    variable: str
    meaning: str


@app.command("list")
def list_settings(
    home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """Every setting, its value and where it comes from."""
    with open_home(home, tenant) as place:
        found = [setting_value(place.settings, setting) for setting in config.SETTINGS]
    answer(found, lambda: _settings(found), as_json=as_json)


@app.command("get")
def get_setting(
    name: Name, home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """One setting."""
    with open_home(home, tenant) as place:
        found = setting_value(place.settings, _known(name))
    answer(found, lambda: screens.fields(found, found._fields), as_json=as_json)


@app.command("set")
def set_setting(
    name: Name,
    value: Annotated[str, typer.Argument(metavar="VALUE", show_default=False)],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Change a setting of this home."""
    _change(home, tenant, {name: value}, name, as_json=as_json)


@app.command("unset")
def unset_setting(
    name: Name, home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """Take a setting back to its default."""
    _change(home, tenant, {name: None}, name, as_json=as_json)


def _change(
    home: str | None,
    tenant: str | None,
    changes: dict[str, str | None],
    name: str,
    *,
    as_json: bool,
) -> None:
    setting = _known(name)
    # Values that are stored and cannot be in force must not keep anybody from changing them.
    defaults = {each.name: str(each.default) for each in config.SETTINGS}
    with engine.open(home, tenant=tenant or config.DEFAULT_TENANT, settings=defaults) as place:
        store(place, changes)
        stored = config.stored_settings(place.location)
    value, source = config.setting_in_force(setting, stored, environment_variables())
    found = _shown(setting, value, source)
    answer(found, lambda: _settings([found]), as_json=as_json)


def store(home: engine.Home, changes: dict[str, str | None]) -> None:
    """Write settings into the home's file, whole or not at all."""
    port = home.port
    if not isinstance(port, FolderHome):
        raise Invalid(
            "a home in PostgreSQL keeps no settings.",
            todo="Set them in the environment; `wakeline config` shows each variable.",
        )
    for name, text in changes.items():
        if text is not None and name in CHECKS:
            CHECKS[name](text)
    port.make_folder()
    store_settings(port.location, changes)


def setting_value(settings: config.Settings, setting: config.Setting) -> SettingValue:
    """A setting as it stands."""
    return _shown(setting, settings.values[setting.name], settings.sources[setting.name])


def _shown(setting: config.Setting, value: config.Value, source: str) -> SettingValue:
    return SettingValue(
        setting.name, value, source, setting.default, setting.variable, setting.meaning
    )


def _known(name: str) -> config.Setting:
    if name not in config.SETTINGS_BY_NAME:
        raise config.unknown_setting(name)
    return config.SETTINGS_BY_NAME[name]


def _settings(found: list[SettingValue]) -> RenderableType:
    return screens.rows(
        ["setting", "value", "from", "meaning"],
        [[item.name, str(item.value), item.source, item.meaning] for item in found],
        wide="meaning",
    )
