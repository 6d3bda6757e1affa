"""The values that Wakeline stores and returns, frozen, one module a subject.

The values are named tuples, not dataclasses: a frozen slotted dataclass costs
1.2 ms of start-up each and a named tuple 0.2 ms, and a hook pays that at every
prompt. These modules do not use postponed annotations, because a named tuple
compiles each annotation that is text. A field is named after its column; its
annotation decides how the store writes and reads it. Nothing here knows a store.
"""
