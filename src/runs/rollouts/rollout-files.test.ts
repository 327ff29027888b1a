import { expect, it } from 'vitest';
import { type ByteSource, bytesSource } from '../../common/byte-source.ts';
import { importRollouts } from './import-rollouts.ts';
import { jsonRows } from './rows.ts';
import type { Row } from './columns.ts';
import { openRolloutLog, type RolloutFile } from './rollout-files.ts';

const openLog = (files: readonly RolloutFile[]) => openRolloutLog(files, undefined, 0.99);

const line = (step: number, output: string): string =>
  `${JSON.stringify({ input: 'a', output, gts: '', score: 1, step })}\n`;

/** Makes a source that yields a few bytes at a time and reports each piece that is read. */
function watched(text: string, note: (bytes: number) => void, start = 0, end = Infinity): ByteSource {
  const bytes = new TextEncoder().encode(text).subarray(start, end);
  return {
    size: bytes.length,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += 7) {
        const piece = bytes.subarray(at, at + 7);
        note(piece.length);
        yield piece;
      }
    },
    slice: (from, to) => watched(text, note, start + from, Math.min(end, start + to)),
  };
}

it('reads only the requested step of a folder', async () => {
  const steps = Array.from({ length: 20 }, (_, i) => i + 1);
  const read = new Map<number, number>();
  const files = steps.map((step) => {
    const text = Array.from({ length: 10 }, (_, i) => line(step, `answer ${i}`)).join('');
    return { path: `${step}.jsonl`, source: watched(text, (bytes) => read.set(step, (read.get(step) ?? 0) + bytes)) };
  });
  const sizes = new Map(files.map(({ source }, i) => [i + 1, source.size]));
  const { epochs } = await importRollouts(files, { name: 'a folder', settings: {} });
  read.clear();
  let epoch = 0;
  for await (const events of epochs) {
    epoch += 1;
    expect(events.at(-1)).toMatchObject({ type: 'epoch-ended', epoch, success: { k: 10, n: 10 } });
    expect([...read]).toEqual(steps.slice(0, epoch).map((step) => [step, sizes.get(step)]));
  }
  expect(epoch).toBe(20);
});

it('finds all rows of a step in any order, and no others', async () => {
  const text = `${line(2, 'a')}${line(1, 'b')}not JSON\n\n${line(1, 'c')}${line(2, 'd')}${line(1, 'é')}`;
  const log = await openLog([
    { path: 'b.jsonl', source: watched(text, () => {}) },
    { path: 'a.jsonl', source: watched(line(1, 'first'), () => {}) },
  ]);
  const answers = await Promise.all(log.steps.map(async (step) => (await step.read()).map(({ turns }) => turns[0])));
  expect(log.steps.map(({ step }) => step)).toEqual([1, 2]);
  expect(answers).toEqual([
    ['first', 'b', 'c', 'é'],
    ['a', 'd'],
  ]);
  expect(log.problems).toMatchObject([{ parameters: { file: 'b.jsonl', row: 3, problem: { code: 'row-not-json' } } }]);
});

it('skips a line that is longer than a string can be, and reads the next one', async () => {
  const long = 2 ** 27 + 1;
  const piece = new Uint8Array(2 ** 20).fill(0x20);
  const end = new TextEncoder().encode(`\n${line(1, 'next')}`);
  const chunks = async function* () {
    yield new TextEncoder().encode(line(1, 'first'));
    for (let at = 0; at < long; at += piece.length) yield piece;
    yield end;
  };
  // This source imitates a file that does not fit in memory.
  const source: ByteSource = { ...bytesSource(new Uint8Array()), chunks, slice: () => ({ ...source }) };
  const { steps, problems } = await openLog([{ path: 'long.jsonl', source: { ...source, size: 2 ** 28 } }]);
  expect(steps).toMatchObject([{ step: 1 }]);
  expect(problems).toMatchObject([{ parameters: { row: 2, problem: { code: 'row-too-long' } } }]);
});

it('skips a line that is not UTF-8, and reads the lines around it', async () => {
  const bytes = new TextEncoder().encode(line(1, 'é') + line(1, 'broken?') + line(1, 'ü'));
  bytes[bytes.indexOf(0x3f)] = 0xff;
  const log = await openLog([{ path: 'latin.jsonl', source: bytesSource(bytes) }]);
  expect((await log.steps[0].read()).map(({ turns }) => turns[0])).toEqual(['é', 'ü']);
  expect(log.problems).toMatchObject([{ parameters: { row: 2, problem: { code: 'line-not-utf8' } } }]);
});

it('ignores metrics, configurations and checkpoints in the folder of a run', async () => {
  const source = (text: string) => bytesSource(new TextEncoder().encode(text));
  const log = await openLog([
    { path: 'rollouts/1.jsonl', source: source(line(1, 'a')) },
    { path: 'metrics.jsonl', source: source('{"step": 1, "loss": 0.5}\n') },
    { path: 'config.json', source: source('{\n  "model": "x"\n}') },
    { path: 'model.safetensors', source: source('\u0000\u0001') },
    { path: 'empty.jsonl', source: source('') },
  ]);
  expect(log.preset).toBe('verl');
  expect(log.problems).toEqual([]);
});

it('keeps the rollouts of a step that fit into memory, and counts the others', async () => {
  const rows = 300_000;
  const text = Array.from({ length: rows }, (_, i) => JSON.stringify({ step: 1, input: `${i}`, output: '', score: 1 }));
  const { steps, problems } = await openLog([
    { path: 'step.jsonl', source: bytesSource(new TextEncoder().encode(text.join('\n'))) },
  ]);
  const held = await steps[0].read();
  expect(held.length).toBeGreaterThan(130_000);
  expect(held.length).toBeLessThan(290_000);
  expect(problems).toMatchObject([{ code: 'step-too-large', parameters: { step: 1, rollouts: rows - held.length } }]);
});

it('keeps few rows in memory for any chunk size', async () => {
  const source = bytesSource(new TextEncoder().encode(line(1, 'é').repeat(100_000)));
  let rows = 0;
  let largest = 0;
  let end = 0;
  let placed = true;
  for await (const some of jsonRows(source, { start: 0, end: source.size, row: 1 })) {
    for (const { row, start, end: next, value } of some) {
      rows += 1;
      placed &&= row === rows && start === end && (value as Row).output === 'é';
      end = next;
    }
    largest = Math.max(largest, some.length);
  }
  expect([placed, rows, end]).toEqual([true, 100_000, source.size]);
  expect(largest).toBeLessThan(10_000);
});
