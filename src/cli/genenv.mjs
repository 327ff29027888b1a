#!/usr/bin/env node
/**
 * @file The executable `genenv`: runs main.ts (TypeScript, through tsx) in a child process whose environment lets Dawn
 * find a graphics adapter.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { adapterEnvironment } from './adapter-environment.mjs';

const child = spawn(
  process.execPath,
  [
    '--import',
    import.meta.resolve('tsx'),
    fileURLToPath(new URL('./main.ts', import.meta.url)),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, ...adapterEnvironment() } },
);
// Ctrl-C reaches the child directly, because both share the terminal. The child decides when to stop; this process waits.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
