"""The doors by which people and programs come in. They parse and show; flows decide."""
