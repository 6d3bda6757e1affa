"""Who an agent is: documents, soul, personality."""
