import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { zipSync, unzipSync } from 'fflate';
import type { RunEvent } from '../../genenv/log/events.ts';
import { runEventFormat } from '../../genenv/log/event-format.ts';
import { writeEventLog } from '../../store/event-log.ts';
import { JsonLinesRunStore } from '../../store/files/json-lines-store.ts';
import { freshStore } from '../../store/testing/fresh-store.ts';
import { newRunRecord, splitEpochs } from '../../store/run-store.ts';
import { readRun } from '../testing/read-run.ts';
import { runFormat } from './read-run.ts';
import { importTrainerLog } from '../testing/imported-log.ts';
import { exported } from '../testing/exported.ts';

const trainerLog = [1, 2, 3]
  .map((step) => JSON.stringify({ step, input: 'task', output: 'answer', score: 1 }))
  .join('\n');
const bytesOf = (text: string) => new TextEncoder().encode(text);
const keep = { damaged: 'keep' } as const;
const refuse = { damaged: 'refuse' } as const;

let events: RunEvent[];
let log: Uint8Array<ArrayBuffer>;
let zip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  ({ events } = await importTrainerLog(trainerLog, { name: 'a run', settings: {} }));
  log = writeEventLog(events);
  const store = await freshStore();
  const record = newRunRecord({ id: 'run', name: 'a run', settings: {}, now: 7 });
  await store.create(record, { epochs: splitEpochs(events), checkpoints: [] });
  zip = await exported(store, 'run');
});

it('recognizes the format of a run by the first bytes, and reads each format alike', async () => {
  const files = [log, zip, bytesOf(trainerLog)];
  expect(files.map(runFormat)).toEqual(['event-log', 'run-file', 'trainer-log']);
  expect(runFormat(bytesOf('hello'))).toBeNull();
  for (const options of [keep, refuse])
    for (const bytes of files) {
      const read = await readRun(bytes, 'a run', options);
      expect(read.events).toEqual(events);
      expect(read).toMatchObject({ name: 'a run', problems: [], checkpoints: [], settings: { epochs: 3 } });
    }
  expect((await readRun(zip, 'other.zip', keep)).createdAt).toBe(7);
  expect((await readRun(log, 'a run', keep)).createdAt).toBeNull();
});

it('refuses a run of a later version, as a log and as a file', async () => {
  const later = events.map((event) => (event.type === 'run-started' ? { ...event, version: 2 } : event)) as RunEvent[];
  const store = await freshStore({ format: { ...runEventFormat, upgrade: (event) => event as RunEvent } });
  const record = newRunRecord({ id: 'run', name: 'a run', settings: {}, now: 7 });
  await store.create(record, { epochs: splitEpochs(later), checkpoints: [] });
  for (const bytes of [writeEventLog(later), await exported(store, 'run')])
    await expect(readRun(bytes, 'a run', keep)).rejects.toMatchObject({
      code: 'run-newer',
      parameters: { version: 2, newest: 1 },
    });
  const path = join(await mkdtemp(join(tmpdir(), 'later-')), 'run.jsonl');
  await writeFile(path, writeEventLog(later));
  await expect(JsonLinesRunStore.open(path, runEventFormat)).rejects.toMatchObject({ code: 'run-newer' });
  expect(await readFile(path)).toEqual(Buffer.from(writeEventLog(later)));
  await rm(dirname(path), { recursive: true });
});

it('keeps the finished epochs of a truncated run, and says where it ends', async () => {
  for (const options of [keep, refuse]) {
    const read = await readRun(log.slice(0, -10), 'run.jsonl', options);
    expect(read.events.filter(({ type }) => type === 'epoch-ended')).toHaveLength(2);
    expect(read.problems).toMatchObject([
      { code: 'line-damaged', parameters: { file: 'run.jsonl', problem: 'line 25 is cut off.', read: true } },
    ]);
  }
});

describe('a run damaged in its middle', () => {
  const damaged = () => {
    const lines = new TextDecoder().decode(log).split('\n');
    lines[12] = 'no event';
    return lines.join('\n');
  };

  it('keeps its whole epochs, or is refused', async () => {
    const bytes = bytesOf(damaged());
    const read = await readRun(bytes, 'run.jsonl', keep);
    expect(read.events).toEqual(events.slice(0, 9));
    expect(read.problems[0].message).toMatch(/line-damaged.*line 13 is not JSON/);
    await expect(readRun(bytes, 'run.jsonl', refuse)).rejects.toThrow(/^run-damaged .*"line-damaged".*line 13/);
  });

  it('keeps its whole epochs if it was exported', async () => {
    const files = unzipSync(zip);
    files['events.jsonl'] = bytesOf(damaged());
    const bytes = zipSync(files);
    expect((await readRun(bytes, 'run.zip', keep)).events).toEqual(events.slice(0, 9));
    await expect(readRun(bytes, 'run.zip', refuse)).rejects.toThrow(/^run-damaged {"name":"run.zip".*"epoch-damaged"/);
  });
});

it('is refused if no finished epoch can be read', async () => {
  const oneEvent = log.slice(0, log.indexOf(10) + 1);
  await expect(readRun(oneEvent, 'run.jsonl', keep)).rejects.toThrow(
    'no-finished-epoch {"file":"run.jsonl","problems":[]}',
  );
  await expect(readRun(log.slice(0, 100), 'run.jsonl', keep)).rejects.toThrow(/^no-finished-epoch .*line-damaged/);
  await expect(readRun(bytesOf('hello'), 'a.txt', keep)).rejects.toThrow(/^not-a-run-file .*a.txt begins like none/);
  const bomb = zipSync({ 'events.jsonl': new Uint8Array(2 ** 26 + 1) });
  await expect(readRun(bomb, 'a.zip', keep)).rejects.toThrow('zip-unpacks-too-large {"times":30}');
  // Headers of files without names and contents.
  const headers = new Uint8Array(30 * 17_000);
  for (let at = 0; at < headers.length; at += 30) headers.set([0x50, 0x4b, 3, 4], at);
  await expect(readRun(headers, 'a.zip', keep)).rejects.toThrow('zip-too-many-files {"most":16384}');
});
