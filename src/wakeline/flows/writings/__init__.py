"""The agent's own writings: letters, journal, diary; and the topics of its talk."""
