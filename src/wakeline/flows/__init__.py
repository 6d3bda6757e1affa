"""One file a use case: ask the gate, open one transaction, call rooms, save."""
