"""Finding what matters: the analyser and the ranking. Takes values, returns values."""
