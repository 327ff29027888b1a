/**
 * @file `genenv coevolve` is killed with SIGKILL and started again until it is done. Then its files have the bytes of
 * an undisturbed run, and no other file is left.
 *
 * It takes over ten seconds, because it starts the program three times and runs two epochs on the adapter twice.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trials } from './trials.ts';

const PROGRAM = fileURLToPath(new URL('../src/cli/genenv.mjs', import.meta.url));
const KILLS = 1;
const CHANGES = Object.entries({ tasksPerEpoch: 2, groupSize: 4, evalTasks: 1, evalSamples: 1 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
});
afterAll(() => rm(folder, { recursive: true }));

class Coevolve {
  private readonly process: ChildProcess;
  private readonly ended: Promise<[number | null]>;
  private printed = '';

  constructor(out: string) {
    const options = ['--preset', 'quick', '--epochs', '2', '--out', join(out, 'run.jsonl')];
    const settings = CHANGES.flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
    this.process = spawn(process.execPath, [PROGRAM, 'coevolve', ...options, ...settings], { stdio });
    this.process.stderr!.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    this.ended = once(this.process, 'close') as Promise<[number | null]>;
  }

  async finish(): Promise<void> {
    const [code] = await this.ended;
    expect(code, this.printed.slice(-2000)).toBe(0);
  }

  async killAfter(milliseconds: number): Promise<void> {
    await Promise.race([this.ended, new Promise((wake) => setTimeout(wake, milliseconds))]);
    this.process.kill('SIGKILL');
    await this.ended;
  }
}

/** Reads all files of a folder and its folders, by path. */
async function filesIn(path: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    const at = join(entry.parentPath, entry.name);
    files[at.slice(path.length)] = entry.isFile() ? await readFile(at, 'latin1') : 'a folder';
  }
  return files;
}

it('a killed run goes on to the bytes of an undisturbed one', async () => {
  const [undisturbed, killed] = [join(folder, 'undisturbed'), join(folder, 'killed')];
  await Promise.all([mkdir(undisturbed), mkdir(killed)]);
  const began = performance.now();
  await new Coevolve(undisturbed).finish();
  const duration = performance.now() - began;
  await trials('genenv coevolve/killed', 1, async (random) => {
    for (let kill = 0; kill < KILLS; kill += 1) await new Coevolve(killed).killAfter(random.next() * duration);
    await new Coevolve(killed).finish();
    expect(await filesIn(killed)).toEqual(await filesIn(undisturbed));
  });
});
