/** @file Makes folders of the loop on TRL, with shipped checkpoints, and starts the loop with `python3` on the PATH. */
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

/** Returns changes to the preset `discovery` that make a round take only seconds. */
export const smallLoop = (changes: Partial<Settings>): Partial<Settings> => ({
  tasksPerEpoch: 8,
  groupSize: 4,
  // All tasks pass a filter this wide. With a narrow one few would pass, because the agent solves almost none at first.
  kMin: 0.5,
  evalEvery: 3,
  evalTasks: 1,
  evalSamples: 1,
  ...changes,
});

export const settingsOf = (changes: Partial<Settings>): Settings =>
  parseSettings({ ...presetSettings('discovery'), ...changes });

/** Makes a temporary folder with genenv.json, and returns its path. */
export function loopFolder(changes: Partial<Settings>): string {
  const folder = mkdtempSync(join(tmpdir(), 'genenv-loop-'));
  writeFileSync(join(folder, 'genenv.json'), JSON.stringify({ preset: 'discovery', ...changes }));
  return folder;
}

/** Starts the loop in one or more processes. `ended` resolves to the exit status and the text of stderr. */
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
