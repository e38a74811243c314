"""Errors whose one line of text is meant for a person."""


class EvidentiaError(Exception):
    """Something went wrong that a person can understand; the command line prints it without a traceback."""

    exit_code = 2


class InputError(EvidentiaError):
    """What the user gave is wrong: the message says what, where, and how to mend it."""


class MissingExtra(EvidentiaError):
    """An optional part is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs the package {package}: pip install 'evidentia[{extra}]'")


class EndpointError(EvidentiaError):
    """A model behind an endpoint does not answer, or not as asked: one claim fails, others may not."""
