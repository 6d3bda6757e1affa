"""What an agent stands by: decisions, principles, what it told others, what a draft claims."""
