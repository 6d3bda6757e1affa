"""What an agent stands by: claims held against the record; what it decided, found and told."""
