import { expect, it } from 'vitest';
import { benchmarkReasonSentence } from '../text/reports.ts';
import type { Benchmark, BenchmarkItem, ByteFile } from './benchmark.ts';
import { formatRow, scorePredictions, type ResultRow, type ScoringEvent } from './score-predictions.ts';

/** Benchmark that accepts an output if the output equals the item's id. */
const echo: Benchmark = {
  name: 'bamboogle',
  rule: 'squad-exact-match',
  files: [],
  load: () => Promise.resolve({ items: [], problems: [] }),
  score: ({ id }, output) => ({
    correct: output === id,
    reason: { code: 'answer-matches', expected: [id] },
    subscores: { length: output.length },
  }),
  aggregate: (scored) => ({ accuracy: scored.filter(({ verdict }) => verdict.correct).length / scored.length }),
  prompt: () => [],
};
const items: BenchmarkItem[] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: '7' }];

async function collect(file: ByteFile, signal?: AbortSignal): Promise<ScoringEvent[]> {
  const events: ScoringEvent[] = [];
  for await (const event of scorePredictions(echo, items, file, { name: 'p.jsonl', signal })) events.push(event);
  return events;
}

const rowsOf = (events: readonly ScoringEvent[]): ResultRow[] =>
  events.flatMap((event) => (event.kind === 'result' ? [event.row] : []));

it.each([
  ['BFCL', '{"id": "a", "result": "a"}', 'a', true],
  ['BFCL, of several turns', '{"id": "a", "result": [["a"]]}', 'a', false],
  ['ours, with a number for an id', '{"id": 7, "output": "7"}', '7', true],
  ['FlashRAG', '{"id": "b", "golden_answers": ["b"], "output": {"pred": "b"}}', 'b', true],
])('scores a line of the result files of %s', async (_, line, id, correct) => {
  const [row] = rowsOf(await collect(new Blob([line])));
  expect([row.id, row.correct]).toEqual([id, correct]);
  expect(row.subscores.length).toBeGreaterThan(0);
});

it('gives one result per line, in order, ids repeating, and the aggregate last', async () => {
  const lines = [
    '{"id": "b", "output": "b"}',
    '{"id": "a", "output": "x"}',
    '',
    '{"id": "b", "output": "y"}',
    '{"id": "nobody", "output": "y"}',
    'not json',
    '{"id": "a"}',
  ];
  const events = await collect(new Blob([lines.join('\n')]));
  const rows = rowsOf(events);
  expect(rows.map(({ id, correct }) => [id, correct])).toEqual([
    ['b', true],
    ['a', false],
    ['b', false],
    ['nobody', false],
    [null, false],
    [null, false],
  ]);
  expect(rows[0].subscores.length).toBe(1);
  expect(rows.slice(3).map(({ reason }) => benchmarkReasonSentence(reason).split(': ')[0])).toEqual([
    'p.jsonl:5',
    'p.jsonl:6',
    'p.jsonl:7',
  ]);
  expect(events.at(-1)).toEqual({
    kind: 'aggregate',
    aggregate: { accuracy: 1 / 3, predictions: 6, rejected: 3, items_without_prediction: 2 },
  });
  const progress = events.flatMap((event) => (event.kind === 'result' ? [event.progress] : []));
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
});

it('scores the elements of one array, as FlashRAG writes them, and names those it cannot', async () => {
  const element = (id: string, pred: unknown) => ({ id, golden_answers: [id], output: { pred } });
  const whole = JSON.stringify([element('b', 'b'), element('a', 7), element('nobody', ''), element('c', 'a')], null, 4);
  const rows = rowsOf(await collect(new Blob([whole])));
  expect(rows.map(({ id, correct }) => [id, correct])).toEqual([
    ['b', true],
    [null, false],
    ['nobody', false],
    ['c', false],
  ]);
  expect(rows.slice(1, 3).map(({ reason }) => benchmarkReasonSentence(reason).split(': ')[0])).toEqual([
    'p.jsonl[1]',
    'p.jsonl[2]',
  ]);
  const [cutOff, ...none] = rowsOf(await collect(new Blob([whole.slice(0, -2)])));
  expect(benchmarkReasonSentence(cutOff.reason)).toMatch(/^p\.jsonl: /);
  expect(none).toEqual([]);
});

it('stops when the signal is aborted, also from a timer while it works', async () => {
  const file = new Blob(['{"id": "a", "output": "a"}\n'.repeat(100_000)]);
  const controller = new AbortController();
  let results = 0;
  setTimeout(() => controller.abort(new Error('cancelled')), 20);
  const run = async () => {
    for await (const event of scorePredictions(echo, items, file, { signal: controller.signal })) {
      if (event.kind === 'result') results += 1;
    }
  };
  await expect(run()).rejects.toThrow('cancelled');
  expect(results).toBeGreaterThan(0);
  expect(results).toBeLessThan(100_000);
});

it('writes id, correct and the reason first, for programs and for people', () => {
  const row: ResultRow = { subscores: { length: 1 }, reason: { code: 'no-call' }, id: 'a', correct: true };
  expect(formatRow(row, 'why')).toBe(
    '{"id":"a","correct":true,"reason":{"code":"no-call"},"sentence":"why","length":1}',
  );
});
