#!/usr/bin/env node
/**
 * @file The command-line program `genenv`: starts main.ts (TypeScript, through tsx) in a process whose environment
 * lets Dawn find a graphics adapter.
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
// The child shares the terminal and gets Ctrl-C itself; this process waits for what it makes of it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
