/**
 * @file The programs themselves: killed at random moments and started again until they are done, or run under a clock that
 * jumps. What they leave then has the bytes of what nobody disturbed, and nothing is left beside it.
 */
import { deepStrictEqual } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RandomStream } from '../../src/random/random-stream.ts';
import { TELEMETRY_FILE } from '../../src/sweeps/sweep-results.ts';
import type { Subject } from '../campaign.ts';

const PROGRAM = fileURLToPath(new URL('../../src/cli/genenv.mjs', import.meta.url));
const MODEL = fileURLToPath(new URL('../../models/discovery-agent', import.meta.url));
const KILLS = 2;

const settings = { tasksPerEpoch: 2, groupSize: 4, evalTasks: 1, evalSamples: 1 };
const CHANGES = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
const SWEEP = {
  format: 'genenv-sweep',
  version: 1,
  name: 'killed',
  preset: 'quick',
  settings: { ...settings, epochs: 2 },
  arms: ['genenv', 'random'],
  seeds: [1],
};

/** In every process: the wall clock jumps by up to sixteen years, forward and back. */
const JUMPING = `
  const { now } = Date;
  let jump = 0;
  Date.now = () => {
    if (Math.random() < 0.1) jump = (Math.random() - 0.5) * 1e12;
    return now() + jump;
  };`;
const jumpingClock = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(JUMPING)}` };

/** A program in a group of processes of its own. */
class Group {
  private readonly leader: ChildProcess;
  private readonly ended: Promise<[number | null]>;
  private printed = '';

  constructor(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    this.leader = spawn(process.execPath, [PROGRAM, ...args], {
      detached: true,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.leader.stderr!.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    this.ended = once(this.leader, 'close') as Promise<[number | null]>;
  }

  /** @throws where the program ends with anything but success */
  async finish(): Promise<void> {
    const [code] = await this.ended;
    if (code !== 0) throw new Error(`The program ended with ${code}: ${this.printed.slice(-2000)}`);
  }

  /** Kills all of its processes at once, or the one that was started alone: the others then end by themselves. */
  async killAfter(milliseconds: number, alone: boolean): Promise<void> {
    await Promise.race([this.ended, new Promise((wake) => setTimeout(wake, milliseconds))]);
    this.signal(alone ? this.leader.pid! : -this.leader.pid!, 'SIGKILL');
    await this.ended;
    while (this.signal(-this.leader.pid!, 0)) await new Promise((wake) => setTimeout(wake, 50));
  }

  /** True if there is still such a process. */
  private signal(pid: number, signal: 'SIGKILL' | 0): boolean {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  }
}

/** The files of a folder and of its folders by path, but for how long runs took. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.name !== TELEMETRY_FILE)
      files[path.slice(folder.length)] = entry.isFile() ? await readFile(path, 'latin1') : 'a folder';
  }
  return files;
}

/** @param argsOf the arguments of a command that writes into a folder, and that goes on where it was stopped */
const program = (
  name: string,
  argsOf: (folder: string) => readonly string[],
  trialsOf: (trials: number) => number,
): Subject => ({
  name: `genenv ${name}`,
  faults: ['killed', 'clock jumps'],
  trialsOf,
  limit: 600_000,
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
    await writeFile(join(folder, 'sweep.json'), JSON.stringify(SWEEP));
    const made = async (disturb: (args: readonly string[]) => Promise<void>) => {
      const out = join(folder, 'out');
      await mkdir(out);
      await disturb(argsOf(out));
      const files = await filesIn(out);
      await rm(out, { recursive: true });
      return files;
    };
    const began = performance.now();
    const undisturbed = await made((args) => new Group(args).finish());
    const duration = performance.now() - began;
    const killed = (random: RandomStream) => async (args: readonly string[]) => {
      for (let kill = 0; kill < KILLS; kill += 1)
        await new Group(args).killAfter(random.next() * duration, random.integer(2) === 0);
      await new Group(args).finish();
    };
    const jumping = (args: readonly string[]) => new Group(args, jumpingClock).finish();
    return {
      async run(fault, random) {
        deepStrictEqual(await made(fault === 'killed' ? killed(random) : jumping), undisturbed);
        return 'recovered';
      },
      close: () => rm(folder, { recursive: true }),
    };
  },
});

const PRESET = ['--preset', 'quick', '--epochs', '2', '--no-tune'];

export const coevolve = program(
  'coevolve',
  (folder) => ['coevolve', ...PRESET, ...CHANGES, '--out', join(folder, 'run.jsonl')],
  (trials) => Math.ceil(trials / 10),
);

/** Fewer trials for commands that take longer, or lose less. */
export const otherPrograms: readonly Subject[] = [
  program(
    'sweep --jobs 2',
    (folder) => ['sweep', join(folder, '../sweep.json'), '--jobs', '2', '--no-tune', '--out', folder],
    (trials) => Math.ceil(trials / 20),
  ),
  program(
    'export-model',
    (folder) => ['export-model', '--model', MODEL, '--no-tune', '--force', '--out', join(folder, 'model')],
    (trials) => Math.ceil(trials / 20),
  ),
];
