// node compile.mjs stdlib|app|library|own SOURCES.zip TARGET [SOURCES.zip TARGET ...]
// Turns Python sources into bytecode, with the very Pyodide that will run it: what the browser need not
// compile starts twice as fast.
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [what, ...files] = process.argv.slice(2);
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } }); // columns would double the size
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
const compile = python.globals.get(`compile_${what}`);
while (files.length) {
  const [source, target] = files.splice(0, 2);
  python.FS.writeFile("/sources.zip", new Uint8Array(readFileSync(source)));
  compile("/sources.zip", "/target");
  writeFileSync(target, python.FS.readFile("/target"));
}
