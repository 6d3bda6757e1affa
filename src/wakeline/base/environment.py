"""Environment variables: locations and keys. No other module reads the environment.

A hook loads this module before anything else, so it imports only `os`.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "WAKELINE_"
HOME_VARIABLE = "WAKELINE_HOME"
DEBUG_VARIABLE = "WAKELINE_DEBUG"
EMBEDDER_KEY_VARIABLE = "WAKELINE_EMBEDDER_KEY"
MODEL_KEY_VARIABLE = "WAKELINE_MODEL_KEY"
OPENAI_KEY_VARIABLE = "OPENAI_API_KEY"
ANTHROPIC_KEY_VARIABLE = "ANTHROPIC_API_KEY"
DEFAULT_HOME = "~/.wakeline"


def environment_variables() -> "Mapping[str, str]":
    """All environment variables."""
    return os.environ


def own_variables() -> list[str]:
    """The variables of Wakeline alone, each as `NAME=value`."""
    return [f"{name}={value}" for name, value in os.environ.items() if name.startswith(PREFIX)]


def home_location(given: str | None, environment: "Mapping[str, str] | None" = None) -> str:
    """Where the home is: what was given, else the environment, else the default."""
    environment = os.environ if environment is None else environment
    return given or environment.get(HOME_VARIABLE) or DEFAULT_HOME


def is_debugging(environment: "Mapping[str, str] | None" = None) -> bool:
    """Whether an unexpected error should be shown with its traceback."""
    environment = os.environ if environment is None else environment
    return environment.get(DEBUG_VARIABLE, "") not in ("", "0")


def state_folders(environment: "Mapping[str, str] | None" = None) -> tuple[str, str]:
    """This user's folder for program state, and the folder for temporary files."""
    environment = os.environ if environment is None else environment
    state = environment.get("XDG_STATE_HOME") or environment.get("LOCALAPPDATA")
    brief = environment.get("TMPDIR") or environment.get("TEMP") or "/tmp"  # noqa: S108 - a last resort
    return state or os.path.expanduser("~/.local/state"), brief


def host_folder(host: str, environment: "Mapping[str, str] | None" = None) -> str:
    """The folder in which a coding agent keeps its settings and its transcripts."""
    environment = os.environ if environment is None else environment
    if host == "claude-code":
        return environment.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~/.claude")
    if host == "codex":
        return environment.get("CODEX_HOME") or os.path.expanduser("~/.codex")
    if host == "gemini":
        above = environment.get("GEMINI_CLI_HOME") or os.path.expanduser("~")
        return os.path.join(above, ".gemini")
    return os.path.expanduser("~/.cursor")


def claude_servers_file(environment: "Mapping[str, str] | None" = None) -> str:
    """The file in which Claude Code keeps its list of MCP servers, among other things."""
    environment = os.environ if environment is None else environment
    folder = environment.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~")
    return os.path.join(folder, ".claude.json")


def share_metrics(folder: str) -> None:
    """Let several processes share one set of metrics. The library reads the folder from here."""
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder


def embedder_key(*, is_openai: bool, environment: "Mapping[str, str] | None" = None) -> str | None:
    """The key for an embedder's server; None if there is none. Never stored in a file."""
    environment = os.environ if environment is None else environment
    own = environment.get(EMBEDDER_KEY_VARIABLE)
    # A key for OpenAI is sent to no other server.
    return own or (environment.get(OPENAI_KEY_VARIABLE) if is_openai else None) or None


def model_key(maker: str | None, environment: "Mapping[str, str] | None" = None) -> str | None:
    """The key for a language model's server; None if there is none.

    `maker` is `openai` or `anthropic` if that maker's own server is used: the maker's key is
    sent to no other server.
    """
    environment = os.environ if environment is None else environment
    theirs = {"openai": OPENAI_KEY_VARIABLE, "anthropic": ANTHROPIC_KEY_VARIABLE}.get(maker or "")
    own = environment.get(MODEL_KEY_VARIABLE)
    return own or (environment.get(theirs) if theirs else None) or None
