"""Run by compile.mjs inside Pyodide, so that the bytecode is of exactly the right version."""

import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import source_hash

# Of the standard library: servers, mail, file formats, processes, terminals, developers' tools.
UNUSED = """
    _pyio _pyrepl/ _strptime bdb calendar cmd code.py compileall configparser csv ctypes/ cProfile
    curses dbm/ difflib doctest email/ ensurepip filecmp fileinput ftplib getopt http/ idlelib
    imaplib ipaddress mailbox modulefinder multiprocessing/ netrc nturl2path optparse pdb
    pickletools plistlib poplib profile pstats pyclbr pydoc quopri rlcompleter shelve smtplib
    socketserver sqlite3/ statistics symtable tabnanny tomllib/ trace.py tracemalloc turtle
    unittest/ uuid venv webbrowser wsgiref/ xml/ xmlrpc/ zoneinfo/
""".split()
ENCODINGS = """
    __init__ aliases ascii cp437 idna latin_1 punycode undefined utf_16 utf_8 utf_8_sig
""".split()


def wanted(name: str) -> bool:
    """Whether a file of the standard library is kept by ``--trim``."""
    folder, _, base = name.rpartition("/")
    if folder == "encodings":
        return base.removesuffix(".py") in ENCODINGS
    return not name.startswith(tuple(UNUSED))


def compile_zip(source: str, target: str, trim: bool) -> None:
    """Write ``target`` with each module of ``source`` as ``.pyc``, without its docstrings."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            if name.endswith("/") or (trim and not wanted(name)):
                continue
            body = old.read(name)
            if name.endswith(".py"):
                code = compile(body, name, "exec", dont_inherit=True, optimize=2)
                body = bytes(
                    _code_to_hash_pyc(code, source_hash(body), False)
                )  # never checked again
                name += "c"
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            new.writestr(entry, body, zipfile.ZIP_DEFLATED, compresslevel=9)
