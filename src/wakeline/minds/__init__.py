"""Token counting, embedders, distances and language models, each loaded at its first use."""
