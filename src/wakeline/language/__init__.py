"""Text tools that all rooms share: sentences, words, ages in words, Markdown."""
