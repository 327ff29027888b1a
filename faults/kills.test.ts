/**
 * @file Kills `genenv coevolve` with SIGKILL while it stores its first epoch, or later, and continues the run in this
 * process. The files must then equal the files of an undisturbed run, and no other file may remain.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { smallSettings } from '../src/genenv/testing/small-settings.ts';
import { DeviceModels, openHeadlessRun } from '../src/runs/run-headless.ts';
import { openNodeDevice } from '../src/tensor/node.ts';
import { trials } from './trials.ts';

const PROGRAM = fileURLToPath(new URL('../src/cli/genenv.mjs', import.meta.url));
const MODELS = fileURLToPath(new URL('../models', import.meta.url));
const settings = smallSettings();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts or continues a run in this process, and finishes it. */
async function makeRun(out: string): Promise<void> {
  const device = await openNodeDevice();
  const { session } = await openHeadlessRun({ settings, out, host: new DeviceModels(device, MODELS) });
  while (await session.next());
  await session.dispose();
  device.destroy();
}

function coevolve(out: string) {
  const small = (['tasksPerEpoch', 'groupSize', 'evalTasks', 'evalSamples'] as const).map(
    (name) => `--set=${name}=${settings[name]}`,
  );
  const args = [PROGRAM, 'coevolve', '--preset', 'quick', '--epochs', '2', ...small, '--out', out];
  return promisify(execFile)(process.execPath, args);
}

/** Reads all files of a folder and its subfolders, by path. */
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
  const began = performance.now();
  await makeRun(join(undisturbed, 'run.jsonl'));
  const epoch = (performance.now() - began) / 2;
  await trials('genenv coevolve/killed', 1, async (random) => {
    const running = coevolve(join(killed, 'run.jsonl'));
    const stored = join(killed, 'run.jsonl.checkpoints');
    await vi.waitFor(() => expect(existsSync(stored)).toBe(true), { timeout: 240_000, interval: 5 });
    await new Promise((wake) => setTimeout(wake, random.next() * epoch));
    running.child.kill('SIGKILL');
    await running.catch(() => {});
    // Wait until the process that holds the lock has ended. It ends a moment after the killed one.
    const lock = join(killed, 'run.jsonl.lock');
    const owner = existsSync(lock) ? Number.parseInt(await readFile(lock, 'utf8')) : undefined;
    if (owner) await vi.waitFor(() => expect(() => process.kill(owner, 0)).toThrow('ESRCH'), { timeout: 30_000 });
    await makeRun(join(killed, 'run.jsonl'));
    expect(await filesIn(killed)).toEqual(await filesIn(undisturbed));
  });
});
