#!/usr/bin/env node
/**
 * @file Runs main.ts as the program `genenv` in a child process whose environment lets Dawn find a graphics adapter.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { adapterEnvironment } from './adapter-environment.mjs';

// This descriptor is a pipe that nobody writes to. The system closes it however this process ends, and then the child
// ends too (print.ts).
const PIPE = 3;
const child = spawn(
  process.execPath,
  [
    // A larger nursery of objects makes importing many rollouts a tenth faster; the default is 16 MiB.
    '--max-semi-space-size=32',
    '--import',
    import.meta.resolve('tsx'),
    fileURLToPath(new URL('./main.ts', import.meta.url)),
    ...process.argv.slice(2),
  ],
  {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...adapterEnvironment(), GENENV_PARENT_PIPE: String(PIPE) },
  },
);
// The child decides when to stop, and this process waits. A terminal sends Ctrl-C to both processes, and the child
// counts it once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
