"""What goes into the log: admitted, redacted, measured, told apart. Values in, values out."""
