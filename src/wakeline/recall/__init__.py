"""Search: the text analyser, the index, and the ranking. Takes values, returns values."""
