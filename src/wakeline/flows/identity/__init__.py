"""The identity of an agent: documents, soul, personality."""
