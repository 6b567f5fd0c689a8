"""What an event means given everything before it. Pure: values in, values out."""
