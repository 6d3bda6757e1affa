"""The agent's own door for every MCP client: tools, resources and prompts.

`table` says which tools there are; everything else follows from it. A tool acts with the
agent's authority and no more: see `authority`.
"""
