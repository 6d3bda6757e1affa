"""Minds that rows are measured with; each is loaded when it is first needed."""
