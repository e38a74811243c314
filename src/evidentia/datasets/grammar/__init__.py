"""The English that turns questions into statements: words, verb forms, clauses, answers."""
