#!/usr/bin/env node
/** @file Runs main.ts in a child process, whose environment variables let Dawn find a graphics adapter. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { adapterEnvironment } from './adapter-environment.mjs';

// Descriptor of a pipe that nobody writes to. The system closes the pipe when this process ends, even by SIGKILL. Then
// the child ends too (print.ts).
const PIPE = 3;
const child = spawn(
  process.execPath,
  [
    // Size of V8's young generation in MiB. Twice the default makes importing many rollouts a tenth faster.
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
// The child decides when to stop, and this process waits. After Ctrl-C in a terminal the child gets the signal twice,
// but counts it once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
