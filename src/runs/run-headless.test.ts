import { smallSettings } from '../genenv/testing/small-settings.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Settings } from '../genenv/settings/settings.ts';
import { lockFile } from '../store/files/durable-files.ts';
import { memoryFolder } from '../lm/testing/memory-folder.ts';
import type { ModelHost } from './model-host.ts';
import { openHeadlessRun } from './run-headless.ts';
import { tableHost } from './testing/table-host.ts';

const settings = smallSettings({
  epochs: 3,
  agentKlEstimator: 'k3',
});
const STAGES = 1 + 3 * 8;

let host: ModelHost;
let folder: string;
let out: string;

beforeAll(async () => {
  host = await tableHost(settings.families);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-headless-'));
  out = join(folder, 'run.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs up to `stages` stages, then stops like a killed process. Returns how many epochs the file held before. */
async function pull(stages: number, changed: Partial<Settings> = {}): Promise<number> {
  const { session, resumedAfter } = await openHeadlessRun({ settings: { ...settings, ...changed }, out, host });
  for (let stage = 0; stage < stages && (await session.next()); stage += 1);
  // This process still runs, so its lock must be removed by hand.
  await rm(lockFile(out));
  return resumedAfter;
}

it('ends with the same bytes if it is killed at any stage and run again', async () => {
  await pull(Infinity);
  const whole = await readFile(out);
  expect(whole.toString().trimEnd().split('\n')).toHaveLength(STAGES);
  // A complete run stays as it is.
  expect(await pull(Infinity)).toBe(3);
  expect((await readFile(out)).equals(whole)).toBe(true);
  for (const [stages, finished] of [
    [4, 0],
    [13, 1],
  ]) {
    await rm(out);
    await rm(`${out}.checkpoints`, { recursive: true });
    await pull(stages);
    expect(await pull(Infinity)).toBe(finished);
    expect((await readFile(out)).equals(whole)).toBe(true);
  }
});

it('learns its start levels again after a restart, and ends with the same bytes', async () => {
  const changed = { startLevels: [1, 1], epochs: 2 };
  await pull(13, changed);
  expect(await pull(Infinity, changed)).toBe(1);
  const resumed = await readFile(out);
  await rm(out);
  await rm(`${out}.checkpoints`, { recursive: true });
  await pull(Infinity, changed);
  expect((await readFile(out)).equals(resumed)).toBe(true);
});

it('adds epochs if more are requested, and logs this change', async () => {
  await pull(Infinity);
  const whole = await readFile(out, 'utf8');
  await pull(Infinity, { epochs: 4 });
  const longer = await readFile(out, 'utf8');
  expect(longer.startsWith(whole)).toBe(true);
  const added = longer
    .slice(whole.length)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(added[0]).toMatchObject({ type: 'settings-changed', epoch: 4, changes: { epochs: 4 } });
  expect(added).toHaveLength(9);
});

it('refuses a file that holds a run with other settings', async () => {
  await pull(9);
  await expect(pull(Infinity, { alpha: 0.7, seed: 5 })).rejects.toMatchObject({
    code: 'run-of-other-settings',
    parameters: {
      different: [
        { setting: 'seed', stored: 1, given: 5 },
        { setting: 'alpha', stored: 0.5, given: 0.7 },
      ],
    },
  });
});

/** Makes a host in which one player's tokenizer has other words. */
async function hostWith(
  player: 'agentModel' | 'environmentModel',
  change: (words: string) => string,
): Promise<ModelHost> {
  const files = await Promise.all(
    ['tokenizer.json', 'tokenizer_config.json'].map(async (name) => {
      const text = new TextDecoder().decode(await host.folder('').read(name));
      return [name, new TextEncoder().encode(change(text))] as const;
    }),
  );
  const other = memoryFolder(new Map(files));
  return { ...host, folder: (model) => (model === settings[player] ? other : host.folder(model)) };
}

it('accepts an environment whose vocabulary extends the agent’s, and refuses the reverse', async () => {
  const more = (text: string) => {
    const json = JSON.parse(text) as { model?: { vocab: Record<string, number> } };
    if (json.model) json.model.vocab['<weak>'] = Object.keys(json.model.vocab).length;
    return JSON.stringify(json);
  };
  for (const change of [more, (text: string) => text.replaceAll('"mug"', '"cup of tea"')]) {
    const mixed = await hostWith('agentModel', change);
    await expect(openHeadlessRun({ settings, out, host: mixed })).rejects.toThrow('different-tokenizers');
  }
  const { session } = await openHeadlessRun({ settings, out, host: await hostWith('environmentModel', more) });
  expect((await session.next())?.type).toBe('run-started');
  await session.dispose();
});
