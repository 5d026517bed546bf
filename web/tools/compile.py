"""Run by compile.mjs inside Pyodide, so that the bytecode is of exactly the right version."""

import ast
import io
import re
import zipfile
from collections.abc import Callable
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import source_hash

from compression import zstd

# Of the standard library: servers, mail, file formats, processes, terminals, developers' tools; and
# what others import at every start if it is there: encryption and other ways to compress.
UNUSED = """
    __hello__ __phello__/ _markupbase _pyio _pyrepl/ _ssl _strptime antigravity argparse
    asyncio/__main__ asyncio/proactor asyncio/tools asyncio/windows bdb bz2 calendar cmd code.py
    colorsys compileall compression/bz2 compression/gzip compression/lzma compression/zlib
    concurrent/futures/interpreter concurrent/futures/process concurrent/interpreters/ configparser
    cProfile csv ctypes/ curses dbm/ difflib doctest email/ ensurepip filecmp fileinput ftplib
    getopt getpass graphlib gzip html/ http/ idlelib imaplib ipaddress json/__main__ json/tool
    logging/config logging/handlers lzma mailbox mimetypes modulefinder multiprocessing/ netrc
    nturl2path optparse pdb pickletools plistlib poplib pprint profile pstats pty py_compile pyclbr
    pydoc quopri rlcompleter runpy sched shelve smtplib socketserver sqlite3/ sre_ ssl symtable
    sysconfig/__main__ tabnanny this timeit tomllib/ trace.py tracemalloc tty turtle unittest/
    urllib/request urllib/response urllib/robotparser uuid venv wave webbrowser wsgiref/ xml/
    xmlrpc/ zipapp zipfile/__main__ zoneinfo/
""".split()
ENCODINGS = """
    __init__ aliases ascii cp437 idna latin_1 punycode undefined utf_16 utf_8 utf_8_sig
""".split()

# Of what a notebook imports: tests, stubs for others' types, colours for texts in rare languages.
UNUSED_IN_WHEELS = re.compile(
    r"""(^|/)tests?/ | ^IPython/sphinxext/ | ^jedi/third_party/django-stubs/ | \.whl$
    | ^pygments/lexers/(?!(__init__|_mapping|css|data|html|javascript|markup|python|special)\.py$)
    | ^(ensurepip|idlelib|lib2to3|pydoc_data|turtledemo)/ | ^turtle\.py$""",
    re.VERBOSE,
)


def compile_stdlib(source: str, target: str) -> None:
    """The standard library, less what no page here can use, as a zip that Pyodide can load."""
    with open(target, "wb") as file:
        file.write(archive(source, wanted, zipfile.ZIP_DEFLATED))


def compile_app(source: str, target: str) -> None:
    """The engine and the app, compressed as a whole, which takes a third less than by the file."""
    with zstd.open(target, "wb", level=19) as file:
        file.write(archive(source, lambda name: True, zipfile.ZIP_STORED))


def compile_library(source: str, target: str) -> None:
    """A wheel or the standard library for notebooks, as a zip: complete, and with docstrings."""
    with open(target, "wb") as file:
        file.write(archive(source, in_notebooks, zipfile.ZIP_DEFLATED, lean=False))


def compile_own(source: str, target: str) -> None:
    """A wheel that people look into: its sources lie beside the bytecode."""
    with open(target, "wb") as file:
        file.write(archive(source, in_notebooks, zipfile.ZIP_DEFLATED, lean=False, sources=True))


def archive(
    source: str,
    keep: Callable[[str], bool],
    compression: int,
    *,
    lean: bool = True,
    sources: bool = False,
) -> bytes:
    """The files of a zip that are kept, each module as ``.pyc``: always the same bytes.

    Args:
        source: the path of the zip.
        keep: tells by its name whether a file is kept.
        compression: one of the methods of :mod:`zipfile`.
        lean: leave out docstrings.
        sources: keep each module as ``.py`` too.
    """
    target = io.BytesIO()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:

        def put(name: str, body: bytes) -> None:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            new.writestr(entry, body, compression, compresslevel=9)

        for name in filter(keep, old.namelist()):
            body = old.read(name)
            code = bytecode(name, body, lean) if name.endswith(".py") else None
            if code is None:
                put(name, body)
            elif sources:
                folder, slash, base = name.rpartition("/")
                put(name, body)
                put(f"{folder}{slash}__pycache__/{base[:-3]}.cpython-314.pyc", code)
            else:
                put(f"{name}c", code)
    return target.getvalue()


def bytecode(name: str, source: bytes, lean: bool) -> bytes | None:
    """A module as the content of a ``.pyc`` file; None for what is no Python of today."""
    try:
        tree = without_docstrings(source) if lean else ast.parse(source)
    except SyntaxError:  # a template
        return None
    code = compile(tree, name, "exec", dont_inherit=True)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))  # "unchecked"


def in_notebooks(name: str) -> bool:
    """Whether a file of a wheel, or of the standard library for notebooks, is kept."""
    return not name.endswith("/") and not UNUSED_IN_WHEELS.search(name)


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
