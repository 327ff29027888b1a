/** @file A command of `genenv` in a process of its own: how long it took, and the most memory that it held. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
/** Runs in the measured process: its largest resident set, KiB, and the processor's time, seconds. */
const REPORT = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  console.error('measured', maxRSS, (userCPUTime + systemCPUTime) / 1e6);
})`;

export async function measuredCommand(
  args: readonly string[],
): Promise<{ seconds: number; processorSeconds: number; mebibytes: number }> {
  const began = performance.now();
  const report = `data:text/javascript,${encodeURIComponent(REPORT)}`;
  const program = spawn(process.execPath, ['--import', report, '--import', import.meta.resolve('tsx'), MAIN, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  program.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(program, 'close')) as [number];
  if (code !== 0) throw new Error(`genenv ${args.join(' ')} ended with ${code}: ${errors}`);
  const seconds = (performance.now() - began) / 1000;
  const [, kibibytes, processorSeconds] = /measured (\S+) (\S+)/.exec(errors)!.map(Number);
  return { seconds, processorSeconds, mebibytes: kibibytes / 1024 };
}
