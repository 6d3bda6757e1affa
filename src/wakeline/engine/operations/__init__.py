"""What can be done with Wakeline, said once: one file an area.

The command line, REST, MCP and the reference pages are built from these rows. A row names the
method that does it; its signature gives the arguments, its docstring the help.
"""
