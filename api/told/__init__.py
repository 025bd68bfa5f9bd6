"""Statistics as they go out, as JSON and as lines of a table. Numbers are the same to the last digit in both."""
