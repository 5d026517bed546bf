// node compile.mjs IN.zip OUT.zip [--trim]
// Turns a zip of Python sources into one of bytecode, with the very Pyodide that will run it: what the
// browser need not compile starts twice as fast. --trim leaves out what no page here can use.
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [source, target, trim] = process.argv.slice(2);
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } }); // columns would double the size
python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(source)));
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
python.globals.get("compile_zip")("/in.zip", "/out.zip", trim === "--trim");
writeFileSync(target, python.FS.readFile("/out.zip"));
