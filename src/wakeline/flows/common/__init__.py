"""What flows share: where they happen, how input is parsed, pages, time zones."""
