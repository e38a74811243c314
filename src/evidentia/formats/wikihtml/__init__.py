"""Wikipedia's HTML (action=render, Parsoid, whole pages) turned into pages."""
