"""What an agent believes: claims checked against the record, decisions, principles, messages."""
