"""What flows share: the agent they work on, input parsing, pages, time zones."""
