"""Language models behind servers. All are optional."""
