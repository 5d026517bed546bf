"""The twelve lessons, one module each: a title, what it is about, and its tasks."""
