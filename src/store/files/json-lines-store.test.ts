/** @file Tests a run's files after a kill, a cut-off or tampering. */
import { appendFile, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeEventLog } from '../event-log.ts';
import { JsonLinesRunStore } from './json-lines-store.ts';
import { newRunRecord } from '../run-store.ts';
import { faultyDisk } from './testing/faulty-disk.ts';
import { commitOf, epochEvents, testFormat, type TestEvent } from '../testing/test-events.ts';
import { allEvents } from '../testing/all-events.ts';

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
  expect(await allEvents(store, path)).toEqual([...epochEvents(0), ...epochEvents(1)]);
  expect(await store.checkpoint(path)).toEqual(commitOf(path, 1).checkpoint);
  // The second newest checkpoint stays until the next epoch is stored.
  expect((await readdir(`${path}.checkpoints`)).sort()).toEqual(['0', '1']);
  await store.commitEpoch(commitOf(path, 2));
  expect((await readdir(`${path}.checkpoints`)).sort()).toEqual(['1', '2']);
});

it('continues after truncation at any byte, and ends with the bytes of an undisturbed run', async () => {
  const whole = await readFile(path);
  const firstEpoch = writeEventLog(epochEvents(0)).length;
  for (let length = firstEpoch; length < whole.length; length += 11) {
    await truncate(path, length);
    const store = await open();
    expect(await store.get(path)).toMatchObject({ epochs: 1, eventCount: 3 });
    await store.commitEpoch(commitOf(path, 1));
    expect(await readFile(path)).toEqual(whole);
  }
});

it('ignores the checkpoint of an epoch whose events were never written', async () => {
  // Both checkpoints exist if the process was killed after the rename and before the log grew.
  const store = await JsonLinesRunStore.open(path, testFormat, { keepEvery: 1 });
  await store.commitEpoch(commitOf(path, 2));
  const log = await readFile(path);
  await writeFile(path, log.subarray(0, log.length - 2));
  await mkdir(`${path}.checkpoints/3.unfinished`);
  const reopened = await open();
  expect(await reopened.checkpointEpochs(path)).toEqual([0, 1]);
  expect((await reopened.checkpoint(path))?.epoch).toBe(1);
});

it('names the line of a log damaged before its last epoch', async () => {
  const lines = (await readFile(path, 'utf8')).split('\n');
  lines[1] = '{"type": "pools-upd';
  await writeFile(path, lines.join('\n'));
  await expect(open()).rejects.toMatchObject({
    code: 'event-log-damaged',
    message: expect.stringMatching(/line 2 is not JSON/),
  });
});

it('refuses a log with a flipped bit, and names the line', async () => {
  const log = await readFile(path);
  const opened = await open();
  // After this newline, damage may look like a cut-off log. The run then repeats the last epoch.
  const lastLine = log.lastIndexOf(10, log.length - 2);
  for (let at = 0; at < log.length; at += 7) {
    await writeFile(
      path,
      log.map((byte, i) => (i === at ? byte ^ (1 << (at % 8)) : byte)),
    );
    const said = await open().then(
      async (store) => ({ ...(await store.get(path)), message: store.problem?.message }),
      (error: Error) => ({ epochs: 0, message: error.message }),
    );
    const line = log.subarray(0, at).filter((byte) => byte === 10).length + 1;
    expect(said.message, `byte ${at}`).toContain(`line ${line} `);
    expect(said.epochs).toBeLessThan(at < lastLine ? 1 : 2);
    // `opened` read the log before the damage.
    const refused = { code: 'event-log-damaged', message: expect.stringContaining(`line ${line} `) as string };
    await expect(allEvents(opened, path)).rejects.toMatchObject(refused);
    if (line === 2) await expect(opened.event(path, 1)).rejects.toMatchObject(refused);
  }
});

it.each([
  ['missing', (lines: string[]) => lines.toSpliced(1, 1)],
  ['repeated', (lines: string[]) => lines.toSpliced(1, 0, lines[1])],
  ['moved', (lines: string[]) => lines.with(0, lines[1]).with(1, lines[0])],
])('refuses a log in which a line is %s', async (_, mixed) => {
  const lines = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, mixed(lines).join('\n'));
  await expect(open()).rejects.toThrow(/line \d is not as it was written: its checksum is another/);
});

it('refuses to continue if another program has written to the log', async () => {
  const store = await open();
  await appendFile(path, writeEventLog(epochEvents(2)));
  await expect(store.commitEpoch(commitOf(path, 2))).rejects.toMatchObject({ code: 'store-conflict' });
});

it('refuses a new run if the file already holds one', async () => {
  const store = await open();
  await expect(store.create(newRunRecord({ id: path, name: '', settings: {}, now: 1 }))).rejects.toThrow('run-exists');
});

it('never overwrites a file that is not a log', async () => {
  const started = { ...testFormat, first: 'scored' as const };
  for (const notes of ['my notes', '{"type":"message","text":"mine"}']) {
    await writeFile(path, notes);
    await expect(JsonLinesRunStore.open(path, started)).rejects.toThrow('not-an-event-log');
    expect(await readFile(path, 'utf8')).toBe(notes);
  }
});

it('refuses an epoch on a full disk, and leaves the log unchanged', async () => {
  const log = await readFile(path);
  const full = await JsonLinesRunStore.open(path, testFormat, { keepEvery: 0 }, faultyDisk({ room: 500 }).files);
  await expect(full.commitEpoch(commitOf(path, 2))).rejects.toMatchObject({ code: 'disk-full' });
  expect(await readFile(path)).toEqual(log);
});

it('counts an epoch whose last newline is missing, and writes it later', async () => {
  const whole = await readFile(path);
  await truncate(path, whole.length - 1);
  const store = await open();
  await store.leaveEpochsWithoutWeights();
  expect(await store.get(path)).toMatchObject({ epochs: 2, eventCount: 6 });
  expect(await store.checkpoint(path)).toEqual(commitOf(path, 1).checkpoint);
  await store.commitEpoch(commitOf(path, 2));
  expect(await readFile(path)).toEqual(Buffer.from(writeEventLog([0, 1, 2].flatMap(epochEvents))));
});

it('continues from the last epoch with weights', async () => {
  const store = await open();
  await store.commitEpoch(commitOf(path, 2));
  const whole = await readFile(path);
  await rm(`${path}.checkpoints/2`, { recursive: true });
  const reopened = await open();
  await reopened.leaveEpochsWithoutWeights();
  expect(await reopened.get(path)).toMatchObject({ epochs: 2, eventCount: 6 });
  // The log stays unchanged until the next commit.
  expect(await readFile(path)).toEqual(whole);
  await reopened.commitEpoch(commitOf(path, 2));
  expect(await readFile(path)).toEqual(whole);
});

it('keeps the epochs of a log without any weights', async () => {
  await rm(`${path}.checkpoints`, { recursive: true });
  const store = await open();
  await store.leaveEpochsWithoutWeights();
  expect(await store.get(path)).toMatchObject({ epochs: 2 });
});

const weightsFile = (name: string) => join(`${path}.checkpoints`, '1', name);

it.each<[how: string, harm: () => Promise<unknown>, message: RegExp]>([
  [
    'are swapped between agent and environment',
    async () => {
      await rename(weightsFile('agent.weights.safetensors'), weightsFile('other'));
      await rename(weightsFile('environment.weights.safetensors'), weightsFile('agent.weights.safetensors'));
      await rename(weightsFile('other'), weightsFile('environment.weights.safetensors'));
    },
    /agent\.weights is not what was stored/,
  ],
  [
    'are those of an older epoch',
    async () => {
      await rm(`${path}.checkpoints/1`, { recursive: true });
      await cp(`${path}.checkpoints/0`, `${path}.checkpoints/1`, { recursive: true });
    },
    /they are those of epoch 0/,
  ],
  [
    'belong to another run',
    () => {
      const other = epochEvents(1).map((event) => (event.type === 'scored' ? { ...event, rewards: [0] } : event));
      return writeFile(path, writeEventLog([...epochEvents(0), ...other]));
    },
    /they belong to another log/,
  ],
  ['lack a file', () => rm(weightsFile('agent.optimizer.safetensors')), /agent\.optimizer\.safetensors is missing/],
  ['lack their hashes', () => rm(weightsFile('checkpoint.json')), /checkpoint\.json is missing/],
])('refuses weights that %s', async (_, harm, message) => {
  await harm();
  const refused = { code: 'checkpoint-damaged', message: expect.stringMatching(message) as string };
  await expect((await open()).checkpoint(path)).rejects.toMatchObject(refused);
});

it('writes no null in place of a number', async () => {
  const store = await open();
  const { checkpoint, ...commit } = commitOf(path, 2);
  const events: TestEvent[] = [{ type: 'scored', epoch: 2, rewards: [1, NaN] }, ...commit.events.slice(1)];
  await expect(store.commitEpoch({ ...commit, events, checkpoint })).rejects.toThrow(
    'event-not-finite {"place":"rewards[1]","event":"scored"}',
  );
});

it('writes long lists as JSON.stringify does', () => {
  const texts = ['plain', 'a "quoted"\\word\n', 'é 中 \ud800 \u2028', ''];
  const list = Array.from({ length: 600 }, (_, i) => ({
    text: texts[i % 4],
    score: i % 5 === 0 ? null : i / 7,
    zero: -0,
  }));
  const event = { type: 'scored', list, short: list.slice(0, 3), empty: [], absent: undefined, epoch: 1 };
  const log = new TextDecoder().decode(writeEventLog([event]));
  expect(log.replace(/,"crc":"[0-9a-f]{8}"\}\n$/, '}')).toBe(JSON.stringify(event));
});
