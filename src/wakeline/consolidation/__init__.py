"""How experience becomes knowledge: what turns say, read and kept with their sources."""
