"""Prints each HTML file of the list (one pair of paths a line on standard input) as a PDF, in one process."""

import sys

from weasyprint import HTML

for line in sys.stdin:
    source, target, variant = line.rstrip("\n").split("\t")
    try:
        document = HTML(filename=source)
        document.write_pdf(target, **({"variant": variant} if variant else {}))
    except Exception as error:  # one document must not stop the others
        print(f"{source}: {error}", file=sys.stderr)
