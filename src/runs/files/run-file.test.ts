import { CodedError } from '../../common/coded-error.ts';
import { codedProblem, errorData } from '../../common/error-data.ts';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { beforeEach, expect, it } from 'vitest';
import { checkedLine } from '../../common/checked-line.ts';
import { bytesSource } from '../../common/byte-source.ts';
import { freshStore } from '../../store/testing/fresh-store.ts';
import { importRun, RUN_FILE_VERSION, RunFile } from './run-file.ts';
import { PROGRAM } from '../../common/program.ts';
import { SETTINGS_VERSION } from '../../genenv/settings/settings.ts';
import { type Checkpoint, type EventFormat, newRunRecord, type RunStore } from '../../store/run-store.ts';
import { commitOf, epochEvents, testFormat, type TestEvent } from '../../store/testing/test-events.ts';
import { allEvents } from '../../store/testing/all-events.ts';
import { exported } from '../testing/exported.ts';

const EPOCHS = 4;
let store: RunStore<TestEvent>;
let file: Uint8Array<ArrayBuffer>;

beforeEach(async () => {
  store = await freshStore({ format: testFormat, retention: { keepEvery: 2 }, now: () => 2 });
  await store.create(newRunRecord({ id: 'run', name: 'a run', settings: { alpha: 0.5 }, now: 1 }));
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) await store.commitEpoch(commitOf('run', epoch));
  file = await exported(store, 'run', await store.checkpointEpochs('run'));
});

async function readRunFile(bytes: Uint8Array<ArrayBuffer>, format: EventFormat<TestEvent>) {
  const { epochs, checkpoints, problems, manifest } = await RunFile.open(bytesSource(bytes), format);
  const events: TestEvent[] = [];
  for await (const epoch of epochs) events.push(...epoch);
  const read: Checkpoint[] = [];
  for await (const checkpoint of checkpoints) read.push(checkpoint);
  return { made: manifest.made, events, checkpoints: read, problems };
}

it('imports an exported run unchanged into another store', async () => {
  const read = await readRunFile(file, testFormat);
  expect(read.problems).toEqual([]);
  expect(read.made).toEqual({ program: PROGRAM, settingsVersion: SETTINGS_VERSION });
  const other = await freshStore({ format: testFormat });
  const opened = await RunFile.open<TestEvent>(bytesSource(file), testFormat);
  const record = await importRun(other, { ...opened, ...opened.manifest.run }, 'copy', 5);
  expect(record).toMatchObject({ name: 'a run', settings: { alpha: 0.5 }, epochs: EPOCHS, eventCount: 3 * EPOCHS });
  expect([record.createdAt, record.updatedAt]).toEqual([1, 5]);
  expect(await allEvents(other, 'copy')).toEqual(await allEvents(store, 'run'));
  expect(await other.checkpointEpochs('copy')).toEqual([0, 2, 3]);
  expect(await other.checkpoint('copy')).toEqual(await store.checkpoint('run'));
});

it('gives the same bytes for the same run', async () => {
  expect(await exported(store, 'run', await store.checkpointEpochs('run'))).toEqual(file);
});

it('is a zip file with readable lines', () => {
  const files = unzipSync(file);
  expect(Object.keys(files).slice(0, 2)).toEqual(['manifest.json', 'events.jsonl']);
  const lines = new TextDecoder().decode(files['events.jsonl']).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as TestEvent)).toEqual(
    [0, 1, 2, 3]
      .flatMap(epochEvents)
      .map((event) => ({ ...event, crc: expect.stringMatching(/^[0-9a-f]{8}$/) as string })),
  );
});

it('names damaged parts, and keeps whole epochs', async () => {
  const files = unzipSync(file);
  const events = files['events.jsonl'];
  const text = new TextDecoder().decode(events).replace('task 2.1', 'task 9.9');
  files['events.jsonl'] = new TextEncoder().encode(text);
  files['checkpoints/0/agent.weights.safetensors'][1] ^= 1;
  const read = await readRunFile(zipSync(files), testFormat);
  expect(read.events).toEqual([0, 1].flatMap(epochEvents));
  expect(read.checkpoints).toEqual([]);
  expect(read.problems.map((problem) => errorData(problem))).toEqual([
    codedProblem('epoch-damaged', { epoch: 3, epochs: 4, line: 7 }),
    ...[0, 2, 3].map((epoch) => codedProblem('weights-damaged', { epoch })),
  ]);
});

it('checks each event with the reader’s function', async () => {
  const read = await readRunFile(file, {
    ...testFormat,
    problem: (event) => ((event as TestEvent).epoch === 1 ? 'has an epoch nobody likes' : ''),
  });
  expect(read.events).toEqual(epochEvents(0));
  expect(read.problems[0].parameters).toEqual({
    ...{ file: 'events.jsonl', problem: 'line 4 has an epoch nobody likes.', read: true },
  });
});

it('converts a run of an earlier version if possible', async () => {
  const upgraded = await readRunFile(file, {
    ...testFormat,
    problem: (event) => ('upgraded' in (event as object) ? null : 'was not upgraded'),
    upgrade: (event) => ({ ...(event as TestEvent), upgraded: true }),
  });
  expect(upgraded.problems).toEqual([]);
  expect(upgraded.events[0]).toEqual({ ...epochEvents(0)[0], upgraded: true });
  const refusing = readRunFile(file, {
    ...testFormat,
    upgrade: () => {
      throw new Error('Too old.');
    },
  });
  await expect(refusing).rejects.toThrow('line 1 is not an event this program reads: Too old.');
});

it('refuses a file without a run, and a run of a newer version', async () => {
  const manifest = (json: object): Uint8Array<ArrayBuffer> =>
    zipSync({ 'manifest.json': checkedLine(JSON.stringify(json)) });
  await expect(readRunFile(new TextEncoder().encode('hello'), testFormat)).rejects.toThrow('not-a-run-file');
  await expect(readRunFile(manifest({ format: 'other' }), testFormat)).rejects.toThrow('not-a-run-file');
  await expect(
    readRunFile(manifest({ format: 'genenv-run', version: RUN_FILE_VERSION + 1 }), testFormat),
  ).rejects.toMatchObject({ code: 'run-newer', parameters: { version: 2, newest: 1 } });
  const files = unzipSync(file);
  files['manifest.json'][files['manifest.json'].indexOf('a run'.charCodeAt(0))] ^= 1;
  await expect(readRunFile(zipSync(files), testFormat)).rejects.toThrow('manifest.json is not as it was written');
});

it('reads only whole epochs of a damaged file, and throws only coded errors', async () => {
  const damage = fc.oneof(
    fc.nat(10_000).map((at) => (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, at % bytes.length)),
    fc.tuple(fc.nat(10_000), fc.integer({ min: 1, max: 255 })).map(([at, bits]) => (bytes: Uint8Array<ArrayBuffer>) => {
      const copy = bytes.slice();
      copy[at % copy.length] ^= bits;
      return copy;
    }),
  );
  const whole = [0, 1, 2, 3].flatMap(epochEvents);
  await fc.assert(
    fc.asyncProperty(damage, async (harm) => {
      let events: TestEvent[];
      try {
        ({ events } = await readRunFile(harm(file), testFormat));
      } catch (error) {
        expect(error).toBeInstanceOf(CodedError);
        return;
      }
      expect(events).toEqual(whole.slice(0, events.length));
      expect(events.length % 3).toBe(0);
    }),
    { numRuns: 300 },
  );
});
