"""From pieces to one text: framed as quoted data, ordered, held to a budget."""
