"""Projects, tasks and hints (reminders) of an agent."""
