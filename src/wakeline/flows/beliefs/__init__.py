"""An agent's decisions and principles, what it told others, and the check of a draft's claims."""
