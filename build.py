#!/usr/bin/env python3
"""Set up, build, serve, test and measure: ``python3 build.py COMMAND``.

It needs Python 3.11 and nothing else. What the other steps need comes from PyPI into ``.venv`` and
from npm into ``web/node_modules``, in the versions that the lock files name, and once only.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Python 3.11 or newer is needed, and this is {}.{}. Run build.py with a newer one, such as "
        "python3.12 build.py serve".format(*sys.version_info[:2])
    )

import argparse
import base64
import functools
import hashlib
import http.server
import importlib
import importlib.util
import io
import json
import os
import re
import shutil
import string
import subprocess
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
DIST = ROOT / "dist"
CACHE = ROOT / ".build"  # compiled archives, by the hash of what they were made from
VENV = ROOT / ".venv"
VENV_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
REQUIREMENTS = ROOT / "requirements"
MODULES = WEB / "node_modules"

PYSCRIPT_PLUGINS = (  # none of them is wanted
    "codemirror deprecations-manager donkey error py-editor py-game py-terminal"
).split()
DOWNLOADS = (  # what the worker will want: the page fetches it at once, and counts the bytes
    "pyodide.asm.wasm python_stdlib.zip pyodide.asm.mjs app.zip.zst main.py "
    "pyodide.mjs engine.mjs pyodide-lock.json"
).split()
CHROMES = (  # a blank in a path is written ^
    "chromium chromium-browser google-chrome google-chrome-stable chrome "
    "/Applications/Chromium.app/Contents/MacOS/Chromium "
    r"C:\Program^Files\Google\Chrome\Application\chrome.exe "
    "/Applications/Google^Chrome.app/Contents/MacOS/Google^Chrome"
).split()


NOT_ON_PAGE = "__main__ arena bench handout judge record standings".split()  # modules
LATER = {  # archives that the page fetches once something in them is asked for, by their paths
    "teach": ("scala40/school/", "scala40/coach", "app/school", "app/teacher"),
}
READING = "app/reading/"  # makes plain pages when the site is built; no archive holds it
OF_NOTEBOOKS = ("scala40/widgets/", "scala40/drawing")  # an archive that is not on the page
NOT_SHIPPED = ("emscripten", "ws")  # npm packages that others want for their types or servers


class Failed(Exception):
    """A step that did not work, with what to do about it."""


def say(text: str) -> None:
    """One line of progress."""
    print(f"· {text}", flush=True)


def digest(*parts: bytes | str) -> str:
    """A short name for a content."""
    text = b"\0".join(part.encode() if isinstance(part, str) else part for part in parts)
    return hashlib.sha256(text).hexdigest()[:12]


def run(*command: str | Path, why: str, cwd: Path = ROOT) -> None:
    """Run a step that has to work; its output is shown if it does not.

    Raises:
        Failed: with ``why``, which says what to do.
    """
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | {"PATH": f"{VENV_BIN}{os.pathsep}{os.environ.get('PATH', '')}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{done.stdout.strip()}\n\n{Path(command[0]).name} failed. {why}")


# ---- Setting up, once


def installed(folder: Path, name: str, key: str) -> bool:
    """Whether a step was done already for this lock file."""
    stamp = folder / f".{name}-stamp"
    return stamp.is_file() and stamp.read_text() == key


def install(requirements: str) -> Path:
    """The Python of ``.venv``, with one of the locked sets of packages in it."""
    lock = REQUIREMENTS / f"{requirements}.txt"
    key = digest(lock.read_bytes())
    python = VENV_BIN / ("python.exe" if os.name == "nt" else "python")
    if python.exists() and installed(VENV, requirements, key):
        return python
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise Failed("This Python has no venv module. On Debian: apt-get install python3-venv")
    if not python.exists():
        say("Making .venv")
        run(sys.executable, "-m", "venv", "--clear", VENV, why="See above.")
    say(f"Installing the Python packages of requirements/{requirements}.txt")
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "-r", lock, why="Is the network there? Try again.")
    (VENV / f".{requirements}-stamp").write_text(key)
    return python


@functools.cache
def node() -> tuple[Path, Path]:
    """Node and npm: the machine's own where Node is 20 or newer, else those of a Python package."""
    mine, npm = shutil.which("node"), shutil.which("npm")
    if mine and npm:
        version = subprocess.run([mine, "--version"], capture_output=True, text=True, check=False)
        found = re.match(r"v(\d+)", version.stdout)
        if found and int(found[1]) >= 20:
            return Path(mine), Path(npm)
    install("node")
    suffix = ".exe" if os.name == "nt" else ""
    return VENV_BIN / f"node{suffix}", VENV_BIN / f"npm{suffix}"


def npm_packages(folder: Path = WEB) -> Path:
    """Fill ``node_modules`` of a folder as its ``package-lock.json`` says, and return it."""
    lock, modules = folder / "package-lock.json", folder / "node_modules"
    key = digest(lock.read_bytes())
    if not installed(modules, "npm", key):
        _, npm = node()
        say(f"Installing the npm packages of {lock.relative_to(ROOT)}")
        quiet = ("--ignore-scripts", "--no-audit", "--no-fund")
        run(npm, "ci", *quiet, cwd=folder, why="Is the network there? Try again.")
        (modules / ".npm-stamp").write_text(key)
    return modules


# ---- Building dist/


def compiled(source: bytes, name: str) -> bytes:
    """A zip of Python sources as bytecode for the Python in the browser: ``stdlib`` or ``app``."""
    tools = sorted((WEB / "tools").glob("compile.*"))
    lock = (WEB / "package-lock.json").read_bytes()
    key = digest(source, lock, *(tool.read_bytes() for tool in tools))
    target = CACHE / f"{name}-{key}"
    if not target.exists():
        say(f"Compiling {name} to bytecode")
        CACHE.mkdir(exist_ok=True)
        program, _ = node()
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            old, new = Path(folder, "old"), Path(folder, "new")
            old.write_bytes(source)
            run(program, WEB / "tools" / "compile.mjs", name, old, new, why="See above.")
            new.replace(target)
    return target.read_bytes()


def archive_of(path: str) -> str:
    """The archive that holds a source of the page, such as ``scala40/cards.py``."""
    archives = {**LATER, "reading": (READING,), "widgets": OF_NOTEBOOKS}
    return next((name for name, starts in archives.items() if path.startswith(starts)), "app")


def sources(wanted: str) -> bytes:
    """A zip of the Python sources and translations of an archive: ``app`` holds what starts."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for base, package in ((ROOT, "scala40"), (WEB, "app")):
            files = (path for path in (base / package).rglob("*") if path.suffix in (".py", ".mo"))
            for path in sorted(path for path in files if path.stem not in NOT_ON_PAGE):
                name = path.relative_to(base).as_posix()
                if archive_of(name) == wanted:
                    archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return target.getvalue()


def menu(language: str) -> str:
    """The menu as HTML, so that the page shows it before Python is there."""
    sys.path[:0] = [str(ROOT), str(WEB)]
    importlib.invalidate_caches()
    page: str = importlib.import_module("app.menu").menu_page(language)
    return page


def reading(files: dict[str, bytes]) -> dict[str, bytes]:
    """The pages to read by their path: plain HTML, which needs no script."""
    sys.path[:0] = [str(ROOT), str(WEB)]
    importlib.invalidate_caches()
    pages = importlib.import_module("app.reading.library").pages()
    template = string.Template((WEB / "reading.html").read_text("utf-8"))
    styles = {f"{name}_css": named(files, f"{name}.css") for name in ("style", "reading")}
    return {path: template.substitute(texts, **styles).encode() for path, texts in pages}


def without_map(path: Path) -> bytes:
    """A script without the line that points to its source map."""
    return re.sub(rb"//# sourceMappingURL=.*\n?", b"", path.read_bytes())


def scripts() -> dict[str, bytes]:
    """The page's own scripts; where one names another, that name changes with its content."""
    files = {name: (WEB / name).read_bytes() for name in ("motion.js", "drag.js", "sounds.js")}
    client = (WEB / "client.js").read_text("utf-8")
    for name in files:
        client = client.replace(f'"./{name}"', f'"./{named(files, name)}"')
    return files | {"client.js": client.encode()}


def site() -> dict[str, bytes]:
    """Every file of ``dist/`` by its path, but for the page that holds them together."""
    pyodide, pyscript = MODULES / "pyodide", MODULES / "@pyscript" / "core" / "dist"
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    stdlib = (pyodide / "python_stdlib.zip").read_bytes()
    idiomorph = (MODULES / "idiomorph" / "dist" / "idiomorph.min.js").read_bytes()
    files = {
        **scripts(),
        "style.css": (WEB / "style.css").read_bytes() + (WEB / "shell.css").read_bytes(),
        "reading.css": (WEB / "reading.css").read_bytes(),
        "main.py": (WEB / "app" / "main.py").read_bytes(),
        **{f"{name}.zip.zst": compiled(sources(name), "app") for name in ("app", *LATER)},
        "idiomorph.mjs": idiomorph + b"\nexport { Idiomorph };\n",
        "pyodide/engine.mjs": (WEB / "engine.mjs").read_bytes(),
        "pyodide/pyodide.mjs": without_map(pyodide / "pyodide.mjs"),
        "pyodide/pyodide.asm.mjs": without_map(pyodide / "pyodide.asm.mjs"),
        "pyodide/pyodide.asm.wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "pyodide/python_stdlib.zip": compiled(stdlib, "stdlib"),
        "pyodide/pyodide-lock.json": json.dumps({"info": lock["info"], "packages": {}}).encode(),
        "NOTICES.txt": notices().encode(),
        "manifest.webmanifest": (WEB / "manifest.webmanifest").read_bytes(),
    }
    files |= {f"icons/{path.name}": path.read_bytes() for path in (WEB / "icons").iterdir()}
    for pattern in ("core.js", "core-*.js", "error-*.js"):
        (script,) = pyscript.glob(pattern)
        files[f"pyscript/{script.name}"] = without_map(script)
    return versioned(files)


def versioned(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files of ``pyodide/`` put into a folder that names their content.

    So a browser may keep them for ever, and with them what it compiled from them.
    """
    version = digest(*(files[name] for name in sorted(files) if name.startswith("pyodide/")))
    return {
        name.replace("pyodide/", f"pyodide/{version}/"): content for name, content in files.items()
    }


def named(files: dict[str, bytes], name: str) -> str:
    """The address of a file, which changes with its content."""
    return f"{name}?v={digest(files[name])}"


def page(files: dict[str, bytes]) -> str:
    """``index.html``: the template with the menu, the files' names and sizes, and the settings."""

    def download(name: str) -> str:
        name = next(path for path in files if path == name or path.endswith(f"/{name}"))
        address = name if "/" in name else named(files, name)
        size = len(files[name])
        return f'<link rel="preload" as="fetch" crossorigin href="{address}" data-bytes="{size}">'

    template = (WEB / "index.html").read_text("utf-8")
    downloads = "\n".join(map(download, DOWNLOADS))
    (boot,) = re.findall(r"<script>(.*?)</script>", template, re.DOTALL)
    (core,), (error,) = (
        [name for name in files if name.startswith(f"pyscript/{part}-")]
        for part in ("core", "error")
    )
    worker = {
        "sync_main_only": True,  # then the host need send no special headers
        "files": {named(files, "app.zip.zst"): "app.zip.zst"},
    }
    plugins = {"plugins": [f"!{name}" for name in PYSCRIPT_PLUGINS]}
    interpreter = {"interpreter": "./pyodide/engine.mjs"}  # whatever happens, no CDN is asked
    return string.Template(template).substitute(
        boot_hash="sha256-" + base64.b64encode(hashlib.sha256(boot.encode()).digest()).decode(),
        menu=menu("en"),
        menu_it=menu("it"),
        style_css=named(files, "style.css"),
        client_js=named(files, "client.js"),
        motion_js=named(files, "motion.js"),
        drag_js=named(files, "drag.js"),
        main_py=named(files, "main.py"),
        later=" ".join(f'data-{name}="{named(files, f"{name}.zip.zst")}"' for name in LATER),
        pyscript_core=core,
        pyscript_error=error,
        downloads=downloads,
        version=digest(downloads),
        py_config=json.dumps(plugins | interpreter),
        mpy_config=json.dumps(plugins),
        worker_config=json.dumps(worker),
    )


def notebooks(files: dict[str, bytes]) -> dict[str, bytes]:
    """The notebooks and what runs them, by path; the game's Pyodide is theirs too."""
    python = install("notebooks")
    (pyodide,) = (name for name in files if name.endswith("/pyodide.mjs"))
    program, _ = node()
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        target = Path(folder, "notebooks")
        say("Making the notebooks, if anything in them has changed")
        where = ("--modules", MODULES, "--node", program, "--cache", CACHE, target)
        publish = (python, "-m", "notebooks.publish", "--pyodide", f"./../{pyodide}")
        run(*publish, *where, why="See above.")
        return {
            f"notebooks/{path.relative_to(target).as_posix()}": path.read_bytes()
            for path in target.rglob("*")
            if path.is_file()
        }


def notices() -> str:
    """The licences of everything that ``dist/`` holds."""
    parts = [f"Scala 40\n\n{(ROOT / 'LICENSE').read_text()}"]
    packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
    for path in sorted(packages):
        folder = WEB / path
        if not path or folder.name in NOT_SHIPPED:
            continue
        about = json.loads((folder / "package.json").read_text("utf-8"))
        licence = next(folder.glob("LICENSE*"), WEB / "licences" / f"{about['license']}.txt")
        author = about.get("author", "")
        author = author.get("name", "") if isinstance(author, dict) else author
        title = f"{about['name']} {about['version']} ({about['license']}) {author}".rstrip()
        parts.append(f"{title}\n\n{licence.read_text('utf-8')}")
    parts += (path.read_text("utf-8") for path in sorted((WEB / "licences").glob("inside-*.txt")))
    return f"\n\n{'=' * 78}\n\n".join(part.strip() for part in parts) + "\n"


def service_worker(files: dict[str, bytes]) -> bytes:
    """The service worker, with the address and the hash of every file that it keeps."""
    hashes = {name: digest(content) for name, content in sorted(files.items())}
    hashes["./"] = hashes.pop("index.html")
    del hashes["NOTICES.txt"]
    template = string.Template((WEB / "sw.js").read_text("utf-8"))
    listed = json.dumps(hashes, separators=(",", ":"))
    return template.substitute(files=listed, version=digest(listed)).encode()


def build() -> None:
    """Write ``dist/``; a file that has not changed is left as it is."""
    npm_packages()
    files = site()
    files |= reading(files) | {"index.html": page(files).encode()}
    files["sw.js"] = service_worker(files)
    files |= notebooks(files)  # too large to be kept for a flight: a browser gets them when asked
    for name, content in files.items():
        target = DIST / name
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    for old in [path for path in DIST.rglob("*") if path.is_file()]:
        if old.relative_to(DIST).as_posix() not in files:
            old.unlink()
            if not any(old.parent.iterdir()):
                old.parent.rmdir()
    say(f"dist/ holds {len(files)} files, {sum(map(len, files.values())) / 1e6:.1f} MB")


# ---- Serving


class Handler(http.server.SimpleHTTPRequestHandler):
    """Static files; where the address names a version, the browser may keep them for ever."""

    keeps = "no-cache"
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        """Add how long the answer may be kept."""
        lasting = re.search(r"\?v=|/pyodide/\w{12}/", self.path)
        self.send_header("Cache-Control", "max-age=31536000, immutable" if lasting else self.keeps)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def server(
    folder: Path, handler: type[Handler] = Handler, port: int = 0
) -> http.server.ThreadingHTTPServer:
    """A server of a folder on this machine alone; port 0 takes any that is free."""
    here = functools.partial(handler, directory=str(folder))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), here)


def serve(port: int) -> None:
    """Serve ``dist/`` until interrupted, at the first free port from ``port`` on."""
    for candidate in range(port, port + 20):
        try:
            httpd = server(DIST, port=candidate)
        except OSError:
            continue
        print(f"\n  Scala 40 is at http://127.0.0.1:{candidate}/   (Ctrl-C ends it)\n", flush=True)
        with httpd:
            httpd.serve_forever()
    raise Failed(f"The ports {port} to {port + 19} are taken. Name another: --port 9000")


# ---- Testing

# It runs as root in containers, asks nobody on the network, and no name but this machine is known.
BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def browser() -> str | None:
    """The Chromium or Chrome of this machine: the one that ``CHROME`` names, else one installed."""
    named = os.environ.get("CHROME")
    candidates = [named] if named else [name.replace("^", " ") for name in CHROMES]
    return next(filter(None, map(shutil.which, candidates)), None)


def get_browser(python: Path) -> None:
    """See that there is a browser for the tests: installed, Playwright's own, or got now.

    Raises:
        Failed: if none can be got.
    """
    where = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as p: open(p.chromium.executable_path).close()"
    )
    if browser() or not subprocess.run([python, "-c", where], stderr=subprocess.DEVNULL).returncode:
        return
    hint = "Install Chromium or Chrome, or name one in the variable CHROME."
    if shutil.which("apt-get") and os.name == "posix" and os.geteuid() == 0:
        say("Installing Debian's Chromium")
        run("apt-get", "update", why=hint)
        run("apt-get", "install", "--yes", "--no-install-recommends", "chromium", why=hint)
    if not browser():
        say("Installing Playwright's Chromium")
        run(python, "-m", "playwright", "install", "chromium", why=hint)


def test(everything: bool, chosen: list[str]) -> int:
    """Lint, check the types and run the tests; with ``chosen`` arguments only pytest with these."""
    install("notebooks")
    python = install("test")
    get_browser(python)
    npm_packages(ROOT / "tests" / "browser")
    build()
    steps: list[list[str]] = [["pytest", *(["-m", ""] if everything else []), *chosen]]
    if not chosen:
        steps[0].append("--cov")  # of the engine; pyproject.toml says how much there must be
        steps[:0] = [["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]]
    failed = []
    for step in steps:
        say(" ".join(step))
        if subprocess.run([str(python), "-m", *step], cwd=ROOT, check=False).returncode:
            failed.append(step[0])
    if failed:
        print(f"\n✗ Failed: {', '.join(failed)}", flush=True)
    return len(failed)


def translations() -> None:
    """Bring the catalogues of other languages up to date with the texts of the sources."""
    python = install("test")
    run(python, "-m", "tests.translations", why="See above.")
    run(python, "-m", "notebooks.prose", why="See above.")
    say("Now translate what is empty or fuzzy in the .po files, and run this again")


def records() -> None:
    """Play the records anew that guard the engine from change."""
    python = install("test")
    env = os.environ | {"PYTHONPATH": str(WEB)}
    if subprocess.run([python, "-m", "tests.play_records"], cwd=ROOT, env=env).returncode:
        raise Failed("See above.")
    say("tests/records/played is made anew: see what has changed before you keep it")


def look(module: str, *arguments: str) -> int:
    """Run a module of ``tests/browser`` that looks at the built game in a browser."""
    python = install("test")
    get_browser(python)
    build()
    command = [str(python), "-m", f"tests.browser.{module}", *arguments]
    env = os.environ | {"PYTHONPATH": str(WEB)}
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode


def main() -> int:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0] + ".")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serving = commands.add_parser("serve", help="build the game and serve it on this machine")
    serving.add_argument("--port", type=int, default=8040, choices=range(1, 65517), metavar="PORT")
    commands.add_parser("build", help="build the game into dist/, for any static host")
    testing = commands.add_parser("test", help="check and test; further arguments go to pytest")
    testing.add_argument("--all", action="store_true", help="the long tests as well")
    commands.add_parser("translations", help="refresh the catalogues of the other languages")
    commands.add_parser("records", help="play the records anew that guard the engine from change")
    commands.add_parser("bench", help="measure start, size and answers in a browser")
    looking = commands.add_parser("screenshots", help="play a hand and keep pictures of it")
    looking.add_argument("folder", type=Path, nargs="?", default=ROOT / "screenshots")
    options, rest = parser.parse_known_args()
    if rest and options.command != "test":
        parser.error(f"unknown: {' '.join(rest)}")
    try:
        if options.command == "test":
            return test(options.all, rest)
        if options.command == "bench":
            return look("bench")
        if options.command == "translations":
            translations()
            return 0
        if options.command == "records":
            records()
            return 0
        if options.command == "screenshots":
            return look("screenshots", str(options.folder.resolve()))
        build()
        if options.command == "serve":
            serve(options.port)
    except Failed as failure:
        print(f"\n✗ {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
