"""Tables in Markdown. Tools have a link to this file next to their own."""


def table(titles, rows, words=1):
    """Lines of a table, and an empty one; the first columns are words, the others numbers."""
    yield "| " + " | ".join(titles) + " |"
    yield "|" + "---|" * words + "--:|" * (len(titles) - words)
    for row in rows:
        cells = list(row) + [""] * (len(titles) - len(row))
        yield "| " + " | ".join(cells) + " |"
    yield ""
