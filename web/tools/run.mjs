// node run.mjs SOURCES.zip PROGRAM.py
// Runs a Python program with these sources, in the very Pyodide that runs the game.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [sources, program] = process.argv.slice(2);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(sources)), "zip");
try {
  python.runPython(readFileSync(program, "utf8"));
} catch (error) {
  console.error(error.message); // and not Pyodide's whole source with it
  process.exit(1);
}
