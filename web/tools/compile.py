"""Run by compile.mjs inside Pyodide, so that the bytecode is of exactly the right version."""

import ast
import io
import lzma
import zipfile
from collections.abc import Callable
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import source_hash

# Of the standard library: servers, mail, file formats, processes, terminals, developers' tools.
UNUSED = """
    _pyio _pyrepl/ _strptime bdb calendar cmd code.py compileall configparser csv ctypes/ cProfile
    curses dbm/ difflib doctest email/ ensurepip filecmp fileinput ftplib getopt http/ idlelib
    imaplib ipaddress mailbox modulefinder multiprocessing/ netrc nturl2path optparse pdb
    pickletools plistlib poplib profile pstats pyclbr pydoc quopri rlcompleter shelve smtplib
    socketserver sqlite3/ symtable tabnanny tomllib/ trace.py tracemalloc turtle
    unittest/ uuid venv webbrowser wsgiref/ xml/ xmlrpc/ zoneinfo/
""".split()
ENCODINGS = """
    __init__ aliases ascii cp437 idna latin_1 punycode undefined utf_16 utf_8 utf_8_sig
""".split()


def compile_stdlib(source: str, target: str) -> None:
    """The standard library, less what no page here can use, as a zip that Pyodide can load."""
    with open(target, "wb") as file:
        file.write(archive(source, wanted, zipfile.ZIP_DEFLATED))


def compile_app(source: str, target: str) -> None:
    """The engine and the app, compressed as a whole, which takes a third less than by the file."""
    with lzma.open(target, "wb", preset=9) as file:
        file.write(archive(source, lambda name: True, zipfile.ZIP_STORED))


def archive(source: str, keep: Callable[[str], bool], compression: int) -> bytes:
    """The files of a zip that are kept, each module as ``.pyc``: always the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in filter(keep, old.namelist()):
            body = old.read(name)
            if name.endswith(".py"):
                code = compile(without_docstrings(body), name, "exec", dont_inherit=True)
                body = bytes(_code_to_hash_pyc(code, source_hash(body), False))  # "unchecked"
                name += "c"
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            new.writestr(entry, body, compression, compresslevel=9)
    return target.getvalue()


def wanted(name: str) -> bool:
    """Whether a file of the standard library is kept."""
    folder, _, base = name.rpartition("/")
    if folder == "encodings":
        return base.removesuffix(".py") in ENCODINGS
    return not name.endswith("/") and not name.startswith(tuple(UNUSED))


def without_docstrings(source: bytes) -> ast.Module:
    """Python with docstrings cut to a dot: for want of any, a dataclass composes one, slowly."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        documented = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        if documented and ast.get_docstring(node, clean=False):
            node.body[0].value.value = "."
    return tree
