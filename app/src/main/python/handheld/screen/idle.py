"""Has the screen come to rest? Screens are compared by a fingerprint: a histogram of 256 slots."""

from .tree import BOTTOM, CLASS, FLAGS, LEFT, PARENT, RES_ID, Screen

Fingerprint = list[int]

_SLOTS = 256
_HASH_BYTES = 8
_HASH_RANGE = 1 << (8 * _HASH_BYTES)


def fingerprint(screen: Screen) -> Fingerprint:
    """Each byte of each element's hash counts in its slot. With one slot an element, one change in 256 would go unseen."""
    strings = screen.strings
    depths: list[int] = []
    hashes = bytearray()
    for row in screen.rows:
        depth = depths[row[PARENT]] + 1 if row[PARENT] >= 0 else 0
        depths.append(depth)
        said = tuple(strings[place] for place in row[CLASS : RES_ID + 1])
        seen = hash((depth, said, *row[LEFT : BOTTOM + 1], row[FLAGS]))
        hashes += (seen % _HASH_RANGE).to_bytes(_HASH_BYTES, "little")
    return [hashes.count(slot) for slot in range(_SLOTS)]


def similarity(one: Fingerprint, other: Fingerprint) -> int:
    """In percent, rounded down: 100 is said only of screens that are the same."""
    total = sum(one) + sum(other)
    difference = sum(abs(a - b) for a, b in zip(one, other, strict=True))
    return 100 if not difference else min(99, 100 * (total - difference) // total)
