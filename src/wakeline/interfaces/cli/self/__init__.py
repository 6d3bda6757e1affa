"""Commands about who an agent is: documents, personality, soul, writings, measures of itself."""
