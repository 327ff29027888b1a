"""A seed for an engine from what names a use of randomness: the same name gives the same numbers in every process."""

import hashlib


def seed_of(name):
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "little")
