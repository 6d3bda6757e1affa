"""What is known of languages: sentences, words, numbers, dates, negation. No room's own."""
