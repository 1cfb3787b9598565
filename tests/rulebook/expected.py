"""Which rules the specification has, and which of them it marks as settled by us. Read off by hand."""

from __future__ import annotations

# chapter → numbers of its rules
CHAPTERS = {
    "V0": "1-3",
    "V1": "1-12",
    "V2": "1-9",
    "V3": "1-11",
    "V4": "1-12",
    "V5": "1-6",
    "V6": "1-11",
    "V7": "1-11",
    "V8": "1-6 9-12 15-23",
    "V9": "1-7",
    "V10": "1-4",
    "V11": "1-8",
    "C1": "1-4",
    "C2": "1-9",
    "C3": "1",
    "C4": "1",
    "C5": "1",
    "C6": "1-5",
    "C7": "1-2",
    "C8": "1-3",
    "C9": "1-4",
    "C10": "1",
    "N1": "1-6",
    "N2": "1-3",
    "N3": "1-3",
    "N4": "1-7",
    "N5": "1-12",
    "N6": "1-5",
    "N7": "1-7",
    "N8": "1-3",
    "N9": "1-7",
    "N10": "1-4",
    "N11": "1-5",
    "M1": "1-5",
    "M2": "1-4",
    "M3": "1-7",
    "M4": "1-7",
    "M5": "1-3",
    "M6": "1-2",
    "M7": "1-9",
    "M8": "1-2",
    "M9": "1-16",
    "M10": "1-3",
}

OURS = {
    "V0": "1-2",
    "V1": "1-2 10 12",
    "V2": "7-8",
    "V3": "7-8 10-11",
    "V4": "1 5 8-12",
    "V5": "6",
    "V6": "2 4-5 7",
    "V7": "4 6-7 10-11",
    "V8": "3 6 12 16 19-20 22",
    "V9": "2 4 6-7",
    "V11": "1 5-8",
    "C2": "3 7-8",
    "C3": "1",
    "C4": "1",
    "C6": "2-5",
    "C7": "2",
    "C8": "1-3",
    "C9": "1 3",
    "N1": "2 4 6",
    "N2": "2",
    "N3": "2-3",
    "N4": "4 6-7",
    "N5": "5-6 10-11",
    "N6": "2 5",
    "N7": "2-7",
    "N8": "1-2",
    "N9": "3-7",
    "N10": "2 4",
    "N11": "1-5",
    "M1": "2",
    "M3": "1 3 7",
    "M4": "3",
    "M6": "1",
    "M7": "3 5-9",
    "M8": "1-2",
    "M9": "1-16",
    "M10": "1-3",
}


def ids(chapters: dict[str, str]) -> list[str]:
    """The rule ids that ``chapters`` names, in order."""
    found = []
    for chapter, spans in chapters.items():
        for span in spans.split():
            first, _, last = span.partition("-")
            found += [f"{chapter}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found
