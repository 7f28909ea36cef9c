#!/usr/bin/env python3
# Makes libraries for a newer C library load on one of FLOOR ("2.35"), where all that they want of newer ones is what libheadroom_compat.so has
# (compat.c): such functions are asked for by the version that every C library has, which leaves the compatible ones. Prints the files that it changed.
# usage: older_glibc.py FLOOR FILE...
import struct
import sys

HAVE = {"arc4random_buf"}  # as compat.c
BASE = b"GLIBC_2.2.5"
DYNSYM, VERNEED, VERSYM = 11, 0x6FFFFFFE, 0x6FFFFFFF


def hash_of(name):
    value = 0
    for byte in name:
        value = (value << 4) + byte
        value = (value ^ ((value & 0xF0000000) >> 24)) & 0x0FFFFFFF
    return value


def numbers(version):
    return [int(part) for part in version.split(".")]


class Library:
    """64-bit little-endian ELF with its section headers."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = bytearray(file.read())
        assert self.bytes[:6] == b"\x7fELF\x02\x01", f"{path}: not 64-bit ELF"
        start, size, count = struct.unpack_from("<Q10xHH", self.bytes, 0x28)
        headers = [struct.unpack_from("<IIQQQQIIQQ", self.bytes, start + i * size) for i in range(count)]
        self.sections = {h[1]: h for h in headers}
        self.headers = headers

    def text(self, section, offset):
        at = self.headers[section[6]][4] + offset
        return bytes(self.bytes[at:self.bytes.index(0, at)])

    def wanted_of_libc(self):
        """(place, number, version's name) of each version that is asked of the C library."""
        need = self.sections.get(VERNEED)
        at = need[4] if need else 0
        while at:
            _, count, file, aux, following = struct.unpack_from("<HHIII", self.bytes, at)
            if self.text(need, file) == b"libc.so.6":
                place = at + aux
                for _ in range(count):
                    _, _, number, name, step = struct.unpack_from("<IHHII", self.bytes, place)
                    yield place, number, self.text(need, name)
                    place += step
            at = at + following if following else 0

    def functions_of(self, number):
        symbols, versions = self.sections[DYNSYM], self.sections[VERSYM]
        for i in range(symbols[5] // 24):
            if struct.unpack_from("<H", self.bytes, versions[4] + 2 * i)[0] & 0x7FFF == number:
                yield self.text(symbols, struct.unpack_from("<I", self.bytes, symbols[4] + 24 * i)[0]).decode()

    def ask_older(self, floor):
        """Whether anything was changed; nothing is where a version stays that the floor lacks."""
        versions = list(self.wanted_of_libc())
        newer = [v for v in versions if v[2].startswith(b"GLIBC_2.") and numbers(v[2][6:].decode()) > numbers(floor)]
        base = [place for place, _, name in versions if name == BASE]
        if not newer or not base or any(not set(self.functions_of(number)) <= HAVE for _, number, _ in newer):
            return False
        for place, _, _ in newer:
            struct.pack_into("<I", self.bytes, place, hash_of(BASE))
            struct.pack_into("<I", self.bytes, place + 8, struct.unpack_from("<I", self.bytes, base[0] + 8)[0])
        return True


for path in sys.argv[2:]:
    library = Library(path)
    if library.ask_older(sys.argv[1]):
        with open(path, "wb") as file:
            file.write(library.bytes)
        print(path)
