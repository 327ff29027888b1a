import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { benchmarkReasonSentence } from '../../text/reports.ts';
import { normalizeAnswer } from '../../tasks/text.ts';
import { Loading, memoryFiles } from '../files.ts';
import { diskFiles } from '../node.ts';
import { sharedBenchmark } from '../testing/shared-data.ts';
import { bamboogle, extractAnswer, type BamboogleItem } from './bamboogle.ts';

const folder = sharedBenchmark('bamboogle');
const JSON_NAME = 'bamboogle_125_with_bridge.json';
const CSV_NAME = 'Bamboogle Prerelease - Sheet1.csv';

/** The fixtures print F1 with six digits. */
const F1_TOLERANCE = 5e-7;

const fixtureSchema = z.object({
  id: z.int(),
  pred: z.string(),
  gold: z.array(z.string()),
  norm: z.string(),
  em: z.int(),
  subem: z.int(),
  f1: z.number(),
});

describe.skipIf(folder === null)('against the published files', () => {
  const source = diskFiles(folder ?? '');

  test('every official verdict is reproduced', async () => {
    const { items } = await bamboogle.load(source);
    const rows = await new Loading(source).jsonLines('official_scorer_fixtures.jsonl', fixtureSchema);
    expect(rows).toHaveLength(126);
    const byId = new Map(items.map((item) => [item.id, item]));
    const differing = rows.filter(({ value: { id, pred, gold, norm, em, subem, f1 } }) => {
      const item = byId.get(String(id));
      if (item === undefined || item.answers.join('|') !== gold.join('|')) return true;
      const { em: ourEm, subem: ourSubem, f1: ourF1 } = bamboogle.score(item, pred).subscores;
      const equal = Number(ourEm) === em && Number(ourSubem) === subem && Math.abs(Number(ourF1) - f1) <= F1_TOLERANCE;
      return !equal || normalizeAnswer(pred) !== norm;
    });
    expect(differing).toEqual([]);
  });

  test('the spreadsheet, which is Windows-1252, gives the same questions as the JSON file', async () => {
    const json = await bamboogle.load(source);
    const sheet = await source.open(CSV_NAME);
    const csv = await bamboogle.load(memoryFiles([[CSV_NAME, sheet ?? '']]));
    expect(csv.problems).toEqual([]);
    expect(csv.items).toEqual(json.items);
    expect(json.items).toHaveLength(125);
  });
});

const item: BamboogleItem = { id: '0', question: 'Who?', answers: ['George VI', 'George the Sixth'] };

test('answers are judged by any spelling, with or without tags', () => {
  expect(bamboogle.score(item, 'the George VI.').correct).toBe(true);
  expect(bamboogle.score(item, 'thinking… <answer>no</answer> <answer> George Sixth </answer> done').correct).toBe(
    true,
  );
  const partial = bamboogle.score(item, 'King George VI');
  expect(partial.correct).toBe(false);
  expect(partial.subscores).toMatchObject({ em: false, subem: true });
  expect(benchmarkReasonSentence(partial.reason)).toContain('contains but is not');
});

test.each([
  ['<answer>George VI</answer></answer>', true],
  ['</answer><answer>George VI</answer>', true],
  ['<answer>no</answer> <answer>George VI</answer> <answer>Elvis', true],
  ['<answer>George VI</answer> <answer>no</answer>', false],
  ['<answer><answer>George VI</answer></answer>', false],
  ['<answer>George VI', false],
  ['George VI</answer>', false],
  ['<answer>\u2003George\x1cVI\x85</answer>', true],
  ['\uFEFFGeorge VI', false],
  ['George\uFEFFVI', false],
])('%j is read as the official extractor reads it', (output, correct) => {
  expect(bamboogle.score(item, output).correct).toBe(correct);
});

test('the aggregate is the mean of each figure', () => {
  const scored = ['George VI', 'King George VI', 'Elvis'].map((output) => ({
    item,
    verdict: bamboogle.score(item, output),
  }));
  const { em, subem, f1 } = bamboogle.aggregate(scored);
  expect([em, subem, f1]).toEqual([1 / 3, 2 / 3, expect.closeTo(1.8 / 3, 12)]);
  expect(bamboogle.aggregate([])).toEqual({ em: 0, subem: 0, f1: 0 });
});

test('damaged files give messages and keep what is whole', async () => {
  const good = { id: 7, question: 'Who?', answers: ['me'] };
  const json = JSON.stringify([good, { id: 8, question: 'Who?' }, 3]);
  const loaded = await bamboogle.load(memoryFiles([[JSON_NAME, json]]));
  expect(loaded.items).toEqual([{ id: '7', question: 'Who?', answers: ['me'] }]);
  expect(loaded.problems).toMatchObject([{ element: 1, parameters: { place: 'answers' } }, { element: 2 }]);

  const table = 'Question,,Answer,Answer 2\n"Two\nlines?",,yes,\nNo answer?,,,\nFine?,,one,two\n';
  const csv = await bamboogle.load(memoryFiles([[CSV_NAME, table]]));
  expect(csv.items.map(({ answers }) => answers)).toEqual([['yes'], ['one', 'two']]);
  expect(csv.problems).toEqual([
    {
      file: CSV_NAME,
      line: 4,
      code: 'schema-mismatch',
      parameters: { place: 'Answer', cause: expect.any(String) },
    },
  ]);

  const wrong = await bamboogle.load(memoryFiles([[CSV_NAME, 'a,b\n1,2\n']]));
  expect(wrong.problems).toEqual([
    {
      file: CSV_NAME,
      line: 1,
      code: 'columns-missing',
      parameters: { columns: '"Question", "Answer", "Answer 2"' },
    },
  ]);
  const none = await bamboogle.load(memoryFiles([]));
  expect(none.problems).toEqual([{ file: CSV_NAME, line: null, code: 'file-missing', parameters: {} }]);
});

test('no output text throws', () => {
  const parts = fc.constantFrom('<answer>', '</answer>', 'George VI', ' ', '\n', 'a', '"');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(parts, { maxLength: 40 }).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(text, (output) => {
      expect(output).toContain(extractAnswer(output));
      expect(typeof bamboogle.score(item, output).correct).toBe('boolean');
    }),
    { numRuns: 500 },
  );
});

test('reads the questions as FlashRAG has them', async () => {
  const line = JSON.stringify({ id: 'test_0', question: 'Who?', golden_answers: ['Ada', 'Lovelace'], metadata: {} });
  const { items, problems } = await bamboogle.load(memoryFiles([['test.jsonl', line]]));
  expect(problems).toEqual([]);
  expect(items).toEqual([{ id: 'test_0', question: 'Who?', answers: ['Ada', 'Lovelace'] }]);
});
