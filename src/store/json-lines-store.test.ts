/** @file A run's files after being killed, cut off or tampered with. */
import { appendFile, mkdir, mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { JsonLinesRunStore } from './json-lines-store.ts';
import { newRunRecord } from './run-store.ts';
import { commitOf, epochEvents, testFormat, type TestEvent } from './testing/test-events.ts';

let folder: string;
let path: string;
const open = (): Promise<JsonLinesRunStore<TestEvent>> => JsonLinesRunStore.open(path, testFormat, { keepEvery: 0 });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-log-'));
  path = join(folder, 'deeper', 'run.jsonl');
  const store = await open();
  await store.create(newRunRecord({ id: path, name: 'run', settings: {}, now: 1 }));
  for (const epoch of [0, 1]) await store.commitEpoch(commitOf(path, epoch));
});
afterEach(() => rm(folder, { recursive: true }));

it('is read back by another process', async () => {
  const store = await open();
  expect(await store.get(path)).toMatchObject({ epochs: 2, eventCount: 6, name: 'run.jsonl' });
  expect(await store.events(path)).toEqual([...epochEvents(0), ...epochEvents(1)]);
  expect(await store.checkpoint(path)).toEqual(commitOf(path, 1).checkpoint);
  expect(await readdir(`${path}.checkpoints`)).toEqual(['1']);
});

it('continues after it was cut off at any byte, and then holds the same bytes as if it had not been', async () => {
  const whole = await readFile(path);
  const firstEpoch = epochEvents(0)
    .map((event) => `${JSON.stringify(event)}\n`)
    .join('').length;
  for (let length = firstEpoch; length < whole.length; length += 7) {
    await truncate(path, length);
    const store = await open();
    expect(await store.get(path)).toMatchObject({ epochs: 1, eventCount: 3 });
    await store.commitEpoch(commitOf(path, 1));
    expect(await readFile(path)).toEqual(whole);
  }
});

it('ignores the checkpoint of an epoch whose events were never written', async () => {
  // Killed after the rename, before the log grew: both checkpoints are there.
  const store = await JsonLinesRunStore.open(path, testFormat, { keepEvery: 1 });
  await store.commitEpoch(commitOf(path, 2));
  const log = await readFile(path);
  await writeFile(path, log.subarray(0, log.length - 2));
  await mkdir(`${path}.checkpoints/3.unfinished`);
  const reopened = await open();
  expect(await reopened.checkpointEpochs(path)).toEqual([1]);
  expect((await reopened.checkpoint(path))?.epoch).toBe(1);
});

it('names the line of a log damaged before its last epoch', async () => {
  const lines = (await readFile(path, 'utf8')).split('\n');
  lines[1] = '{"type": "pools-upd';
  await writeFile(path, lines.join('\n'));
  await expect(open()).rejects.toMatchObject({
    problem: 'damaged',
    message: expect.stringMatching(/line 2 is not JSON/),
  });
});

it('refuses to continue when another program has written the log in the meantime', async () => {
  const store = await open();
  await appendFile(path, '{"type":"scored","epoch":2}\n{"type":"epoch-ended","epoch":2}\n');
  await expect(store.commitEpoch(commitOf(path, 2))).rejects.toMatchObject({ problem: 'conflict' });
});

it('refuses a new run if the file already holds one', async () => {
  const store = await open();
  await expect(store.create(newRunRecord({ id: path, name: '', settings: {}, now: 1 }))).rejects.toThrow(
    /already holds/,
  );
});

it('never overwrites a file that is not a log', async () => {
  await writeFile(path, 'my notes');
  await expect(open()).rejects.toThrow(/is not an event log/);
  expect(await readFile(path, 'utf8')).toBe('my notes');
});
