/**
 * @file Copies pyodide once into a cache and compiles the modules that our programs import. Otherwise Python would
 * compile these modules at each start. Tests start Python dozens of times, and compiling takes most of the time.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadPyodide, version } from 'pyodide';

/** Adds each used module as `.pyc`, which zipimport prefers. Flag 1, “unchecked hash”, lets it load without a check. */
const COMPILE = `
import importlib.util, marshal, sys, zipfile
root = '/lib/python311.zip/'
with zipfile.ZipFile(root[:-1]) as library, zipfile.ZipFile('/compiled.zip', 'w', zipfile.ZIP_DEFLATED) as compiled:
  used = {getattr(module.__spec__, 'origin', None) or '' for module in sys.modules.values() if hasattr(module, '__spec__')}
  for name in library.namelist():
    source = library.read(name)
    compiled.writestr(name, source)
    if root + name in used:
      head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, 'little') + importlib.util.source_hash(source)
      compiled.writestr(name + 'c', head + marshal.dumps(compile(source, root + name, 'exec')), zipfile.ZIP_STORED)
`;

/** Returns the folder of the copy, which the first call makes. */
export async function compiledPyodide() {
  const cache = join(import.meta.dirname, '../../../node_modules/.cache');
  const folder = join(cache, `pyodide-${version}`);
  if (existsSync(folder)) return folder;
  const python = await loadPyodide();
  python.runPython(readFileSync(join(import.meta.dirname, '../bfcl/decode_calls.py'), 'utf8'));
  python.runPython(COMPILE);
  mkdirSync(cache, { recursive: true });
  // Concurrent test runs each make a copy, and the first copy stays.
  const made = mkdtempSync(`${folder}-`);
  cpSync(dirname(createRequire(import.meta.url).resolve('pyodide/package.json')), made, { recursive: true });
  writeFileSync(join(made, 'python_stdlib.zip'), python.FS.readFile('/compiled.zip'));
  try {
    renameSync(made, folder);
  } catch {
    rmSync(made, { recursive: true });
  }
  return folder;
}
