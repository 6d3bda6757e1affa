"""What an agent writes of its own accord: letters, journal, diary."""
