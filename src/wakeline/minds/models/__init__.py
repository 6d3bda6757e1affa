"""Language models: each a server that is asked, none of them needed."""
