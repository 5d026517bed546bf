"""The worker's entry: what the page can call, each with JSON text in and out.

PyScript runs this file; all that it calls comes from the archive that is put on the path here.
"""

import sys

# It unpacks many times as fast as lzma, for 7 % more bytes.
from compression import zstd  # type: ignore[import-not-found]

__export__ = ["health", "start", "handle", "load"]

with zstd.open("app.zip.zst") as packed, open("app.zip", "wb") as archive:
    archive.write(packed.read())
sys.path.insert(0, "app.zip")


def health() -> str:
    """Answer that Python runs, whatever the rest of the program does."""
    return "ok"


def start(save: str, options: str) -> str:
    """The first frame, from the text of a saved match (or none) and what the page knows."""
    from app import session

    return session.start(save, options)


def handle(event: str) -> str:
    """The frame that answers one event."""
    from app import session

    return session.handle(event)


def load(name: str, packed: object) -> None:
    """Take in an archive that a frame said it ``needs``: more modules of the same packages.

    Args:
        name: of the archive.
        packed: its bytes, as a typed array of JavaScript's.
    """
    with open(f"{name}.zip", "wb") as archive:
        archive.write(zstd.decompress(packed.to_bytes()))  # type: ignore[attr-defined]
    for package in ("app", "scala40"):
        sys.modules[package].__path__.append(f"{name}.zip/{package}")
