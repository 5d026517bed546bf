"""Make the notebooks' part of the site: JupyterLite, and a kernel that holds Scala 40.

``python3 build.py build`` runs it. What takes long is kept in a cache, by what it was made from:
the wheels that the kernel imports, compiled; and JupyterLite with the notebooks. Pyodide is the
game's own; only its standard library comes once more, whole, as IPython wants what the game does
not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import string
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from email.parser import Parser
from html import escape
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from build import digest
from notebooks import prose
from scala40.cards import cards
from scala40.drawing import cards_html

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LITE = HERE / "lite"
COMPILE = ROOT / "web" / "tools"
KERNEL = ROOT / "requirements" / "kernel.txt"
#: Of ipywidgets, what belongs to the page: the kernel imports nothing of it.
OF_THE_PAGE = {"jupyterlab-widgets", "widgetsnbextension"}
#: The kernel's own wheels, which lie in its half of the page.
OF_THE_KERNEL = ("ipykernel", "piplite", "pyodide_kernel")
#: What a requirement's condition is asked about: the browser, not this machine.
BROWSER = {
    "extra": "",
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_python_implementation": "CPython",
    "platform_system": "Emscripten",
    "python_full_version": "3.14.2",
    "python_version": "3.14",
    "sys_platform": "emscripten",
}
#: Of JupyterLite: fonts for browsers without WOFF2, what only its makers need, and the apps that
#: nothing here leads to.
UNUSED = """
    build/fa-*.svg build/fa-*.eot build/fa-*.ttf build/fa-*.woff rspack.config*.js package.json doc
    **/*.orig **/*.map consoles edit repl tree
""".split()
#: What the page with the list says.
INDEX = {
    "en": {
        "title": "Scala 40, by trying",
        "lead": "Notebooks that explain the rules, and let you change everything in them.",
        "play": "Play the game",
        "other": "it",
        "other_name": "Italiano",
        "other_page": "it.html",
    },
    "it": {
        "title": "Scala 40, provando",
        "lead": "Quaderni che spiegano le regole e ti lasciano cambiare tutto.",
        "play": "Gioca",
        "other": "en",
        "other_name": "English",
        "other_page": "index.html",
    },
}
TEACH = """<link rel="icon" href="../../icons/icon.svg">
<script type="module" src="../teach.js"></script>
"""
#: What JupyterLite's apps read out of the page above them.
CONFIG = re.compile(r'<script[^>]*id="jupyter-config-data".*?</script>', re.DOTALL)


def main() -> None:
    """Read the command line and fill the folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0])
    parser.add_argument("--pyodide", required=True, help="its address, from the notebooks' folder")
    parser.add_argument("--modules", type=Path, required=True, help="node_modules, with pyodide")
    parser.add_argument("--node", type=Path, required=True, help="the program")
    parser.add_argument("--cache", type=Path, required=True, help="a folder for what lasts")
    parser.add_argument("target", type=Path, help="a folder that is not there yet")
    options = parser.parse_args()
    options.cache.mkdir(exist_ok=True)
    kernel = kernel_files(options.cache, options.modules, options.node)
    lock = json.loads((options.modules / "pyodide" / "pyodide-lock.json").read_text())
    kernel["pyodide-lock.json"] = json.dumps(
        {"info": lock["info"], "packages": packages(kernel)}, sort_keys=True
    ).encode()
    folder = f"kernel/{digest(*(kernel[name] for name in sorted(kernel)))}"
    settings = string.Template((LITE / "jupyter-lite.json").read_text()).substitute(
        pyodide=options.pyodide,
        lock=f"./{folder}/pyodide-lock.json",
        library=f"./{folder}/python_stdlib.zip",
    )
    shutil.copytree(lite(options.cache, settings), options.target)
    dress(options.target)
    (options.target / folder).mkdir(parents=True)
    for name, content in kernel.items():
        (options.target / folder / name).write_bytes(content)


def kept(cache: Path, name: str, key: Iterable[bytes], make: Callable[[Path], None]) -> Path:
    """A folder of the cache, filled now if it is not there for this key; older ones go."""
    path = cache / f"{name}-{digest(*key)}"
    if not path.exists():
        for old in cache.glob(f"{name}-*"):
            shutil.rmtree(old)
        print(f"· Making {name}", flush=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            new = Path(folder, name)
            new.mkdir()
            make(new)
            new.rename(path)
    return path


# ---- What the kernel imports


def kernel_files(cache: Path, modules: Path, node: Path) -> dict[str, bytes]:
    """The kernel's wheels and its standard library by name, compiled."""
    tools = [path.read_bytes() for path in sorted(COMPILE.glob("compile.*"))]
    npm = (modules.parent / "package-lock.json").read_bytes()
    sources = [path for path in sorted((ROOT / "scala40").rglob("*")) if path.suffix != ".pyc"]
    own = [path.read_bytes() for path in (*sources, ROOT / "pyproject.toml") if path.is_file()]

    def compiled(what: str, old: Path, new: Path) -> None:
        pairs = [path for name in sorted(old.iterdir()) for path in (name, new / name.name)]
        run(node, COMPILE / "compile.mjs", what, *pairs)

    def others(target: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            download(Path(folder))
            shutil.copy(modules / "pyodide" / "python_stdlib.zip", folder)
            compiled("library", Path(folder), target)

    def ours(target: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, "project")  # setuptools leaves its own folders behind
            kept_back = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / "scala40", copy / "scala40", ignore=kept_back)
            for name in ("pyproject.toml", "README.md", "LICENSE"):
                shutil.copy(ROOT / name, copy)
            pip("wheel", "--no-deps", "--no-build-isolation", "-w", Path(folder, "wheels"), copy)
            compiled("own", Path(folder, "wheels"), target)

    folders = (
        kept(cache, "kernel", (KERNEL.read_bytes(), npm, *tools), others),
        kept(cache, "scala40", (npm, *tools, *own), ours),
    )
    return {path.name: path.read_bytes() for folder in folders for path in folder.iterdir()}


def download(folder: Path) -> None:
    """Put the wheels of others into a folder."""
    pure = "--implementation py --abi none --platform any --python-version 3.14".split()
    locked = ("--require-hashes", "-r", KERNEL, "-d", folder)
    pip("download", "--no-deps", "--only-binary=:all:", *pure, *locked)
    for wheel in folder.iterdir():
        if canonicalize_name(wheel.name.split("-")[0]) in OF_THE_PAGE:
            wheel.unlink()
    extension = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
    for name in OF_THE_KERNEL:
        (wheel,) = Path(sys.prefix, extension).glob(f"{name}-*.whl")
        shutil.copy(wheel, folder)


def packages(files: dict[str, bytes]) -> dict[str, dict[str, Any]]:
    """What Pyodide is told of each wheel.

    Raises:
        SystemExit: a wheel needs one that is not there.
    """
    found = {}
    for name in sorted(files):
        if name.endswith(".whl"):
            entry = package(name, files[name])
            found[str(canonicalize_name(entry["name"]))] = entry
    wanted = {needed for entry in found.values() for needed in entry["depends"]}
    if missing := wanted - set(found):
        sys.exit(f"requirements/kernel.txt lacks {', '.join(sorted(missing))}")
    return found


def package(name: str, wheel: bytes) -> dict[str, Any]:
    """What Pyodide is told of one wheel."""
    with tempfile.TemporaryFile() as file:
        file.write(wheel)
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            (about,) = (each for each in names if each.endswith(".dist-info/METADATA"))
            told = Parser().parsestr(archive.read(about).decode())
    modules = {re.split(r"[/.]", each)[0] for each in names if each.endswith((".py", ".pyc"))}
    needed = map(Requirement, told.get_all("Requires-Dist") or ())
    depends = {
        canonicalize_name(each.name)
        for each in needed
        if each.marker is None or each.marker.evaluate(BROWSER)
    }
    return {
        "name": told["Name"],
        "version": told["Version"],
        "file_name": name,
        "install_dir": "site",
        "package_type": "package",
        "sha256": hashlib.sha256(wheel).hexdigest(),
        "imports": sorted(filter(str.isidentifier, modules)),
        "depends": sorted(depends - OF_THE_PAGE),
        "unvendored_tests": False,
    }


# ---- JupyterLite


def lite(cache: Path, settings: str) -> Path:
    """The folder with JupyterLite and the notebooks."""
    written = [
        path for path in sorted(HERE.rglob("*")) if path.suffix in (".json", ".ipynb", ".po")
    ]
    locked = ROOT / "requirements" / "notebooks.txt"
    key = [path.read_bytes() for path in (*written, locked)]

    def make(target: Path) -> None:
        # in a fresh folder: what doit remembers of an earlier one would drop our settings
        with tempfile.TemporaryDirectory() as folder:
            config, contents = Path(folder, "lite"), Path(folder, "contents")
            shutil.copytree(LITE, config)
            (config / "jupyter-lite.json").write_text(settings)
            for language, notebooks in editions().items():
                (contents / language).mkdir(parents=True)
                for name, notebook in notebooks.items():
                    text = json.dumps(notebook, ensure_ascii=False, indent=1)
                    (contents / language / name).write_text(f"{text}\n", "utf-8")
            places = ("--lite-dir", config, "--contents", contents, "--output-dir", target)
            run(sys.executable, "-m", "jupyterlite_core", "build", *places, cwd=config)
        for pattern in UNUSED:
            for path in list(target.glob(pattern)):
                shutil.rmtree(path) if path.is_dir() else path.unlink()

    return kept(cache, "lite", (settings.encode(), *key), make)


def dress(target: Path) -> None:
    """Put the lists of notebooks beside JupyterLite, and into its page what makes it ours."""
    (config,) = CONFIG.findall((target / "index.html").read_text("utf-8"))
    for language, notebooks in editions().items():
        index(language, notebooks, target, config)
    shutil.copy(LITE / "teach.js", target)
    page = target / "notebooks" / "index.html"
    page.write_text(page.read_text("utf-8").replace("</head>", f"{TEACH}</head>"), "utf-8")


def editions() -> dict[str, dict[str, prose.Notebook]]:
    """The notebooks by language and name."""
    english = {path.name: prose.load(path) for path in prose.sources()}
    found = {"en": english}
    for catalogue in prose.catalogues():
        words, language = prose.words_of(prose.read(catalogue)), catalogue.stem
        found[language] = {
            name: prose.translated(notebook, words, language) for name, notebook in english.items()
        }
    return found


def index(language: str, notebooks: dict[str, prose.Notebook], target: Path, config: str) -> None:
    """Write the page that lists the notebooks of a language, with a picture of each."""
    words = INDEX[language]
    entries = []
    for name, notebook in notebooks.items():
        title, lead = prose.title_and_lead(notebook)
        picture = cards_html(cards(notebook["metadata"]["scala40"]["picture"]))
        address = f"notebooks/index.html?path={language}/{name}"
        entries.append(
            f'<li>{picture}<h2><a href="{address}">{escape(title)}</a></h2>'
            f"<p>{escape(lead)}</p></li>"
        )
    template = string.Template((LITE / "index.html").read_text("utf-8"))
    text = template.substitute(
        words, language=language, notebooks="\n".join(entries), config=config
    )
    name = "index.html" if language == "en" else f"{language}.html"
    (target / name).write_text(text, "utf-8")


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run a step that has to work; its output is shown if it does not."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\n{' '.join(words[:4])} … failed: see above.")


def pip(*arguments: str | Path) -> None:
    """Run this Python's pip."""
    run(sys.executable, "-m", "pip", *arguments, "--quiet", "--disable-pip-version-check")


if __name__ == "__main__":
    main()
