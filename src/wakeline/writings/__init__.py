"""What an agent writes by its own choice: letters and its journal."""
