"""Embedders: texts to vectors, each with a fingerprint. The static one needs no model server."""
