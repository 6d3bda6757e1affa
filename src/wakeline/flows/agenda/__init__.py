"""What an agent has to do: projects, tasks, hints."""
