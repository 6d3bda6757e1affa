"""What an agent writes of its own accord: letters and its journal."""
