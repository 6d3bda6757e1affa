"""How experience becomes knowledge: what turns say, beside what is known already."""
