"""The settings of a home: read once and frozen.

Each setting has a name, a default, the values it takes and one line of meaning.
The order of authority: the environment (`WAKELINE_` and the name in capitals), then
the home's `config.json`, then the default.
"""

import json
import math
import os
from collections.abc import Mapping
from typing import NamedTuple

from wakeline.base.environment import environment_variables
from wakeline.base.errors import HomeUnusable, Invalid

CONFIG_FILE = "config.json"
DEFAULT_TENANT = "default"  # the tenant where none is named

Value = str | int | float | bool


class Setting(NamedTuple):
    """One setting that a person may choose."""

    name: str
    default: Value
    meaning: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def variable(self) -> str:
        return "WAKELINE_" + self.name.upper().replace(".", "_")


SETTINGS: tuple[Setting, ...] = (
    Setting("agent", "", "The agent that commands mean when none is named."),
    Setting("person.name", "", "The person whose agents live here; new agents start with it."),
    Setting("person.time_zone", "UTC", "The person's time zone, as in the tz database."),
    Setting("wake.budget", 3600, "Tokens that a wake may fill.", 200, 200_000),
    Setting(
        "wake.preset",
        "all",
        "Which sources a wake reads.",
        choices=("all", "interactive", "lean", "agent-minimal", "auto"),
    ),
    Setting("wake.rules", "", "What rules of the preset auto give instead, as in moment=lean/60."),
    Setting(
        "wake.framing",
        "first-person",
        "Whether the text of a wake speaks to the agent or about it.",
        choices=("first-person", "system"),
    ),
    Setting(
        "wake.proactive", False, "Recall at each wake what bears on where the last session stood."
    ),
    Setting(
        "wake.source_milliseconds", 2000, "How long one source of a wake may take.", 1, 600_000
    ),
    Setting("liminal.significant_gap_hours", 4, "From when on a gap is substantial.", 1, 1_000_000),
    Setting("liminal.vast_gap_hours", 72, "From when on a gap is vast.", 1, 1_000_000),
    Setting("liminal.fragments", True, "Give a wake fragments, marked as made up."),
    Setting("liminal.recent_gaps", 50, "Gaps and wakes that count as recent.", 1, 10_000),
    Setting("liminal.recent_drifts", 100, "Drifts that count as recent.", 1, 10_000),
    Setting("liminal.recent_thresholds", 50, "Thresholds that count as recent.", 1, 10_000),
    Setting(
        "personality.alert", 0.3, "From which drift from its core on personality is an alert.", 0, 1
    ),
    Setting(
        "personality.least_drift", 0.01, "Below it consolidation leaves personality alone.", 0, 1
    ),
    Setting("session.lease_minutes", 60, "How long a silent session counts as alive.", 1, 10_080),
    Setting("text.most_bytes", 1_048_576, "The longest text that is taken in.", 1024, 16_777_216),
    Setting(
        "sqlite.synchronous",
        "FULL",
        "FULL: acknowledged means on disk. NORMAL and OFF can lose the last writes.",
        choices=("FULL", "NORMAL", "OFF"),
    ),
    Setting("sqlite.wait_seconds", 30.0, "How long a write waits for another process.", 0.1, 3600),
    Setting(
        "embedder",
        "static",
        "What gives texts a meaning: vectors of words, a model, a server, or none (words alone).",
        choices=("static", "minilm", "openai", "ollama", "none"),
    ),
    Setting("embedder.url", "", "Where the embedder's server is; empty for its usual place."),
    Setting("embedder.model", "", "The model of the embedder's server; empty for its usual one."),
    Setting("embedder.timeout_seconds", 60, "How long one request to it may take.", 1, 3600),
    Setting(
        "model",
        "none",
        "The language model that reads what rules leave: a server's, or none.",
        choices=("none", "openai", "anthropic"),
    ),
    Setting("model.url", "", "Where the model's server is; empty for its usual place."),
    Setting("model.name", "", "Which model of that server."),
    Setting("model.timeout_seconds", 120, "How long one request to it may take.", 1, 3600),
    Setting(
        "model.price_prompt", 0.0, "What a million tokens cost that it is shown.", 0, 1_000_000
    ),
    Setting("model.price_answer", 0.0, "What a million tokens of its answers cost.", 0, 1_000_000),
    Setting(
        "model.most_tokens_a_day",
        1_000_000,
        "Tokens that one agent may spend on it in a day; 0: as many as there are.",
        0,
        1_000_000_000_000,
    ),
    Setting(
        "model.most_cost_a_day",
        0.0,
        "What one agent may spend on it in a day, by its price; 0: whatever it costs.",
        0,
        1_000_000,
    ),
    Setting("thread.model", True, "Let the language model, if any, word where a thread stands."),
    Setting("consolidate.model", True, "Let the language model, if there is one, read turns too."),
    Setting("decisions.model", False, "Let it judge what an action goes against, when asked."),
    Setting(
        "recall.strategy",
        "default",
        "How recall ranks.",
        choices=("default", "rrf", "rrf-faithful", "fulltext"),
    ),
    Setting("recall.answers", 32, "Answers that a process keeps for the same question.", 0, 10_000),
    Setting("keys", "", "The file with the keys that sign tokens; empty: `keys.json` in the home."),
    Setting("serve.threads", 8, "Requests that one worker of the server answers at once.", 1, 64),
    Setting("serve.agents", 512, "Agents that one worker keeps open.", 1, 100_000),
    Setting(
        "mcp.hosts",
        "",
        "Names besides this machine's own by which `/mcp` may be reached, separated by commas.",
    ),
    Setting("consolidate.at_end", True, "Consolidate what a session said once it has ended."),
    Setting("letters.draft", True, "Draft the letter of a session that wrote none from its log."),
    Setting(
        "consolidate.every_minutes",
        60,
        "How long turns of an open session wait to be consolidated; 0: until it ends.",
        0,
        525_600,
    ),
    Setting(
        "consolidate.enough_turns",
        200,
        "So many turns, an hour old, are consolidated without waiting longer; 0: however many.",
        0,
        1_000_000,
    ),
    Setting(
        "retention.days",
        0,
        "Turns older than this are consolidated and then kept compressed; 0: none are.",
        0,
        36_500,
    ),
    Setting(
        "jobs.lease_seconds",
        60,
        "How long a worker that is not heard of keeps an agent's jobs to itself.",
        5,
        3600,
    ),
    Setting("worker.look_seconds", 2, "How often a worker looks which agents changed.", 1, 3600),
    Setting("worker.wait_seconds", 20, "How long a worker lets new turns gather first.", 0, 3600),
    Setting("worker.enough_turns", 40, "So many turns it reads without waiting.", 1, 100_000),
    Setting(
        "worker.sweep_minutes",
        60,
        "How often a worker looks at agents of a folder that did not change.",
        1,
        10_080,
    ),
    Setting(
        "hook.ignore", "", "Folders in which hooks do nothing, by the system's path separator."
    ),
    Setting(
        "hook.off_record",
        "[off the record]",
        "A prompt that holds these words, and its answer, are not kept.",
    ),
    Setting("hook.prompt_tokens", 600, "Tokens of memory that come with a prompt.", 0, 2400),
    Setting("hook.context", False, "Bring the context of the turn with every prompt."),
    Setting("hook.tool_characters", 2000, "How much of a tool's result a hook keeps.", 0, 100_000),
    Setting("plugins", "", "Plugins that are loaded, by name, with commas between them."),
    Setting("hook.handoff_seconds", 120, "How long a thread's handoff may be behind.", 0, 86_400),
    Setting("hook.handoff_exchanges", 3, "By how many exchanges it may be behind.", 1, 1000),
    Setting("hook.check", False, "Hold an answer against the record; what is wrong is told next."),
    Setting("hook.settle", True, "Do what a session has left to be done when its host ends it."),
    Setting("archive.files", True, "Keep the daily archive as files beside the database."),
)
SETTINGS_BY_NAME = {setting.name: setting for setting in SETTINGS}


class Settings(NamedTuple):
    """The settings in force, and where each came from."""

    values: Mapping[str, Value]
    sources: Mapping[str, str]

    def text(self, name: str) -> str:
        return str(self.values[name])

    def number(self, name: str) -> int:
        return int(self.values[name])

    def amount(self, name: str) -> float:
        return float(self.values[name])

    def flag(self, name: str) -> bool:
        return bool(self.values[name])


def load_settings(
    folder: str | None,
    environment: Mapping[str, str] | None = None,
    overrides: Mapping[str, str] | None = None,
) -> Settings:
    """The settings of one home. `overrides` are given by name and win over the environment."""
    environment = environment_variables() if environment is None else environment
    for name in overrides or {}:
        if name not in SETTINGS_BY_NAME:
            raise unknown_setting(name)
    stored = stored_settings(folder) if folder is not None else {}
    values: dict[str, Value] = {}
    sources: dict[str, str] = {}
    for setting in SETTINGS:
        if overrides and setting.name in overrides:
            values[setting.name] = parse_setting(setting, str(overrides[setting.name]))
            sources[setting.name] = "argument"
        else:
            values[setting.name], sources[setting.name] = setting_in_force(
                setting, stored, environment
            )
    return Settings(values, sources)


def setting_in_force(
    setting: Setting, stored: Mapping[str, Value], environment: Mapping[str, str]
) -> tuple[Value, str]:
    """The value of one setting, and where it comes from."""
    if setting.variable in environment:
        return parse_setting(setting, environment[setting.variable]), "environment"
    if setting.name in stored:
        return parse_setting(setting, str(stored[setting.name])), CONFIG_FILE
    return setting.default, "default"


def stored_settings(folder: str) -> dict[str, Value]:
    """The settings in `config.json` of a home; empty if there is no such file."""
    path = os.path.join(folder, CONFIG_FILE)
    try:
        with open(path, encoding="utf-8") as source:
            found = json.load(source)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise HomeUnusable(
            f"{path} cannot be read ({error.strerror}).", todo="Check who may read it."
        ) from error
    except (ValueError, UnicodeDecodeError) as error:
        raise Invalid(
            f"{path} is not valid JSON ({error}).", todo="Mend it, or delete it to use defaults."
        ) from error
    if not isinstance(found, dict):
        raise Invalid(f"{path} must hold an object.", todo="Mend it, or delete it.")
    return found


def unknown_setting(name: str) -> Invalid:
    return Invalid(
        f"there is no setting {name!r}.", todo="`wakeline config` lists the settings there are."
    )


def parse_setting(setting: Setting, text: str) -> Value:
    """A setting's value from its text, of the type of its default and within its bounds."""
    if isinstance(setting.default, bool):
        if text.lower() not in ("true", "false", "1", "0", "yes", "no", "on", "off"):
            raise Invalid(f"{setting.name} is {text!r}.", todo="Use true or false.")
        return text.lower() in ("true", "1", "yes", "on")
    if isinstance(setting.default, int):
        return _within(setting, text, int, "a whole number")
    if isinstance(setting.default, float):
        return _within(setting, text, float, "a number")
    if setting.choices and text not in setting.choices:
        raise Invalid(
            f"{setting.name} is {text!r}.", todo=f"Use one of {', '.join(setting.choices)}."
        )
    return text


def _within(setting: Setting, text: str, kind: type[int] | type[float], what: str) -> int | float:
    try:
        value = kind(text)
    except ValueError:
        raise Invalid(f"{setting.name} is {text!r}.", todo=f"Use {what}.") from None
    least = -math.inf if setting.least is None else setting.least
    most = math.inf if setting.most is None else setting.most
    if not least <= value <= most:  # NaN is never between two bounds
        raise Invalid(
            f"{setting.name} is {text}.", todo=f"Use {what} from {least:,.12g} to {most:,.12g}."
        )
    return value
