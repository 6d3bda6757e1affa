"""What an agent may say and stand by: claims in a text, and what speaks for or against them."""
