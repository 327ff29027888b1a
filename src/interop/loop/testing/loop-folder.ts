/** @file A folder of the loop from shipped checkpoints, and its process. Python is that of the environment's PATH. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FolderFiles } from '../../../cli/output.ts';
import { presetSettings } from '../../../genenv/settings/presets.ts';
import { parseSettings, type Settings } from '../../../genenv/settings/settings.ts';
import { loopWords } from '../../../text/en/round-loop.ts';
import type { LoopEngine } from '../engine-commands.ts';
import { loopRecipe, type LoopRequest } from '../loop-recipe.ts';

const at = (place: string) => fileURLToPath(new URL(place, import.meta.url));
export const MODELS = at('../../../../models');
export const JUDGE = `"${process.execPath}" "${at('../../../cli/genenv.mjs')}" judge`;

/** Rounds of `discovery` that take seconds. */
export const smallLoop = (changes: Partial<Settings>): Settings =>
  parseSettings({
    ...presetSettings('discovery'),
    tasksPerEpoch: 8,
    groupSize: 4,
    // So wide that all tasks pass: the agent solves next to none of them in its first rounds. Other tests have others.
    kMin: 0.5,
    evalEvery: 3,
    evalTasks: 1,
    evalSamples: 1,
    ...changes,
  });

export async function writeLoop(request: LoopRequest, folder: string): Promise<void> {
  const files = new FolderFiles(folder);
  await loopRecipe(request, loopWords, files.append);
  await files.close();
}

/** The folder, in the place of temporary files. */
export async function loopFolder(settings: Settings, engine: LoopEngine): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'genenv-loop-'));
  const folderOf = (model: string) => `${MODELS}/${model}`;
  await writeLoop({ settings, assigned: {}, epochs: null, engine, judge: JUDGE, folderOf }, folder);
  return folder;
}

/** Starts the loop as so many processes. `ended` has the status, and what was written to standard error. */
export function startLoop(folder: string, processes = 1) {
  const launcher = ['-m', 'torch.distributed.run', '--standalone', '--nproc_per_node', `${processes}`];
  const args = [...(processes > 1 ? launcher : []), '-m', 'genenv_loop'];
  const loop = spawn('python3', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, OMP_NUM_THREADS: '1' },
  });
  let errors = '';
  loop.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(loop, 'close').then(([code]) => ({ code: code as number | null, errors }));
  return { loop, ended };
}
