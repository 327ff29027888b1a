/** @file Makes a headless run as a file: interrupted anywhere, it ends with the same bytes. */
import { smallSettings } from '../genenv/testing/small-settings.ts';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Settings } from '../genenv/settings/settings.ts';
import { lockFile } from '../store/files/durable-files.ts';
import { memoryFolder } from '../lm/files/model-files.ts';
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

/** Pulls at most so many stages, then stops as a killed process does: without disposing of anything. */
async function pull(stages: number, changed: Partial<Settings> = {}): Promise<number> {
  const { session, resumedAfter } = await openHeadlessRun({ settings: { ...settings, ...changed }, out, host });
  for (let stage = 0; stage < stages && (await session.next()); stage += 1);
  // This process lives on, and its lock with it.
  await rm(lockFile(out));
  return resumedAfter;
}

it('ends with the same bytes when it is killed and run again, at any stage', async () => {
  await pull(Infinity);
  const whole = await readFile(out);
  expect(whole.toString().trimEnd().split('\n')).toHaveLength(STAGES);
  for (const [stages, finished] of [
    [0, 0],
    [4, 0],
    [9, 1],
    [13, 1],
  ]) {
    await rm(out);
    await rm(`${out}.checkpoints`, { recursive: true });
    await pull(stages);
    expect(await pull(Infinity)).toBe(finished);
    expect((await readFile(out)).equals(whole)).toBe(true);
  }
});

it('goes on from a log that was cut off in the middle of a line', async () => {
  await pull(Infinity);
  const whole = await readFile(out);
  const inSecondEpoch = whole.indexOf('"rolled-out","epoch":2') + 1000;
  await rm(out);
  await rm(`${out}.checkpoints`, { recursive: true });
  await pull(9);
  await writeFile(out, whole.subarray(0, inSecondEpoch));
  expect(await pull(Infinity)).toBe(1);
  expect((await readFile(out)).equals(whole)).toBe(true);
});

it('goes on from a finished log that was cut in its last line, or in its last newline', async () => {
  await pull(Infinity);
  const whole = await readFile(out);
  for (const [cut, finished] of [
    [1, 3],
    [2, 2],
    [400, 2],
  ]) {
    await writeFile(out, whole.subarray(0, whole.length - cut));
    expect(await pull(Infinity)).toBe(finished);
    const bytes = await readFile(out);
    expect(bytes.equals(cut === 1 ? whole.subarray(0, -1) : whole)).toBe(true);
  }
});

it('refuses weights that were swapped between the models', async () => {
  await pull(9);
  const file = (player: string) => `${out}.checkpoints/1/${player}.weights.safetensors`;
  const [agent, environment] = [await readFile(file('agent')), await readFile(file('environment'))];
  await writeFile(file('agent'), environment);
  await writeFile(file('environment'), agent);
  await expect(pull(Infinity)).rejects.toMatchObject({ code: 'checkpoint-damaged' });
});

it('has nothing to add to a run that is complete', async () => {
  await pull(Infinity);
  const whole = await readFile(out);
  expect(await pull(Infinity)).toBe(3);
  expect((await readFile(out)).equals(whole)).toBe(true);
});

it('adds epochs where more are asked for, and says so in the log', async () => {
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

it('refuses a file that holds a run of other settings', async () => {
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

/** Makes a host whose player has other words in its tokenizer. */
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

it('refuses two models that do not share a tokenizer', async () => {
  const mixed = await hostWith('agentModel', (text) => text.replaceAll('"mug"', '"cup of tea"'));
  await expect(openHeadlessRun({ settings, out, host: mixed })).rejects.toThrow('different-tokenizers');
});

it('plays with an environment whose words go on after the agent’s, and refuses an agent with more words', async () => {
  const more = (text: string) => {
    const json = JSON.parse(text) as { model?: { vocab: Record<string, number> } };
    if (json.model) json.model.vocab['<weak>'] = Object.keys(json.model.vocab).length;
    return JSON.stringify(json);
  };
  const agentHasMore = await hostWith('agentModel', more);
  await expect(openHeadlessRun({ settings, out, host: agentHasMore })).rejects.toThrow('different-tokenizers');
  const { session } = await openHeadlessRun({ settings, out, host: await hostWith('environmentModel', more) });
  expect((await session.next())?.type).toBe('run-started');
  await session.dispose();
});
