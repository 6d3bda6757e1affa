"""How much recall and wakes bring back: the measures, the generated lives, two commands."""
