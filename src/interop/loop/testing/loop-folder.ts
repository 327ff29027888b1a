/** @file Makes a folder of the loop on TRL from shipped checkpoints, and starts its process with the PATH's Python. */
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

/** Returns settings for rounds of `discovery` that take only seconds. */
export const smallLoop = (changes: Partial<Settings>): Partial<Settings> => ({
  tasksPerEpoch: 8,
  groupSize: 4,
  // This band lets all tasks pass, because the agent solves almost none in its first rounds. Other tests narrow it.
  kMin: 0.5,
  evalEvery: 3,
  evalTasks: 1,
  evalSamples: 1,
  ...changes,
});

/** Returns the settings of `discovery` with these changes. */
export const settingsOf = (changes: Partial<Settings>): Settings =>
  parseSettings({ ...presetSettings('discovery'), ...changes });

/** Makes a temporary folder with the settings. */
export function loopFolder(changes: Partial<Settings>): string {
  const folder = mkdtempSync(join(tmpdir(), 'genenv-loop-'));
  writeFileSync(join(folder, 'genenv.json'), JSON.stringify({ preset: 'discovery', ...changes }));
  return folder;
}

/** Starts the loop with this many processes. `ended` resolves to the exit status and standard error. */
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
