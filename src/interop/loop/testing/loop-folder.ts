/** @file A folder of the loop on TRL from shipped checkpoints, and its process. Python is that of the environment's PATH. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { presetSettings } from '../../../genenv/settings/presets.ts';
import { parseSettings, type Settings } from '../../../genenv/settings/settings.ts';

const at = (place: string) => fileURLToPath(new URL(place, import.meta.url));
export const MODELS = at('../../../../models');

/** Rounds of `discovery` that take seconds. */
export const smallLoop = (changes: Partial<Settings>): Partial<Settings> => ({
  tasksPerEpoch: 8,
  groupSize: 4,
  // So wide that all tasks pass: the agent solves next to none of them in its first rounds. Other tests have others.
  kMin: 0.5,
  evalEvery: 3,
  evalTasks: 1,
  evalSamples: 1,
  ...changes,
});

/** The settings of a folder: those of `discovery` with changes. */
export const settingsOf = (changes: Partial<Settings>): Settings =>
  parseSettings({ ...presetSettings('discovery'), ...changes });

/** The folder, in the place of temporary files. */
export function loopFolder(changes: Partial<Settings>): string {
  const folder = mkdtempSync(join(tmpdir(), 'genenv-loop-'));
  writeFileSync(join(folder, 'genenv.json'), JSON.stringify({ preset: 'discovery', ...changes }));
  return folder;
}

/** Starts the loop as so many processes. `ended` has the status, and what was written to standard error. */
export function startLoop(folder: string, processes = 1) {
  const launcher = ['-m', 'torch.distributed.run', '--standalone', '--nproc_per_node', `${processes}`];
  const args = [...(processes > 1 ? launcher : []), '-m', 'genenv.loop', folder];
  const loop = spawn('python3', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, OMP_NUM_THREADS: '1', GENENV: at('../../../cli/genenv.mjs') },
  });
  let errors = '';
  loop.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(loop, 'close').then(([code]) => ({ code: code as number | null, errors }));
  return { loop, ended };
}
