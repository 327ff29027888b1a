/**
 * @file Scores Bamboogle (Press et al. 2022, arXiv 2210.03350). It has 125 two-hop questions that do not name the
 * bridge entity and have short answers. The rule is exact match after the SQuAD normalisation, as in Search-R1. Further
 * figures are containment and token F1, as in FlashRAG (`src/tasks/text.ts`).
 */
import { z } from 'zod';
import type { BenchmarkReason, Benchmark, BenchmarkItem, BenchmarkVerdict, ScoredItem } from '../benchmark.ts';
import { containsAnswer, exactMatch, normalizeAnswer, tokenF1 } from '../../tasks/text.ts';
import { meanOrZero } from '../../common/mean.ts';
import { decodeText, parseCsv } from '../../common/csv.ts';
import { codedProblem } from '../../common/error-data.ts';
import { isObject } from '../../common/plain-json.ts';
import { loader, type Loading, mismatch } from '../files.ts';
import { strip } from '../../common/plain-text.ts';

export interface BamboogleItem extends BenchmarkItem {
  question: string;
  /** All spellings that count as right. */
  answers: readonly string[];
}

const QUESTIONS_JSON = 'bamboogle_125_with_bridge.json';
const FLASHRAG = 'test.jsonl';
const QUESTIONS_CSV = 'Bamboogle Prerelease - Sheet1.csv';

/** FlashRAG calls the answers `golden_answers`. */
const itemSchema = z
  .preprocess(
    (item) => (isObject(item) && 'golden_answers' in item ? { answers: item.golden_answers, ...item } : item),
    z.object({
      id: z.union([z.int(), z.string()]),
      question: z.string().min(1),
      answers: z.array(z.string().min(1)).min(1),
    }),
  )
  .transform(({ id, ...item }) => ({ id: String(id), ...item }));

const rowSchema = z.object({
  Question: z.string().trim().min(1),
  Answer: z.string().trim().min(1),
  'Answer 2': z.string().trim().default(''),
});
const COLUMNS = Object.keys(rowSchema.shape);

/** Reads the spreadsheet, which is in Windows-1252. Bad rows become problems, and all other rows are kept. */
async function loadSheet(files: Loading<BamboogleItem>): Promise<void> {
  const file = QUESTIONS_CSV;
  const opened = await files.open(file);
  if (opened === null) return;
  const { text } = decodeText(new Uint8Array(await new Response(opened.stream()).arrayBuffer()));
  const [{ cells: header } = { cells: [] as string[] }, ...records] = parseCsv(text, ',');
  const missing = COLUMNS.filter((column) => !header.includes(column)).map((column) => `"${column}"`);
  if (missing.length > 0)
    return files.report({ file, line: 1 }, codedProblem('columns-missing', { columns: missing.join(', ') }));
  for (const { line, cells, fault } of records) {
    const row = rowSchema.safeParse(Object.fromEntries(COLUMNS.map((name) => [name, cells[header.indexOf(name)]])));
    if (fault) files.report({ file, line }, codedProblem('quote-misplaced'));
    else if (row.error) files.report({ file, line }, mismatch(row.error));
    else {
      const answers = [row.data.Answer, row.data['Answer 2']].filter((answer) => answer !== '');
      files.add({ id: String(files.items.length), question: row.data.Question, answers }, { file, line });
    }
  }
}

/** Loads the first file that exists: questions with bridges, FlashRAG's file, or the authors' spreadsheet. */
const load = loader<BamboogleItem>(async (files) => {
  for (const [file, read] of [[QUESTIONS_JSON, 'jsonArray'] as const, [FLASHRAG, 'jsonLines'] as const]) {
    for (const { value } of await files[read](file, itemSchema, { optional: true })) files.add(value, { file });
    if (files.items.length > 0 || files.problems.length > 0) return;
  }
  await loadSheet(files);
});

/** Largest number of characters of a wrong answer that a reason quotes. */
const MAX_SHOWN_ANSWER = 80;
const OPENING_TAG = '<answer>';
const CLOSING_TAG = '</answer>';

/**
 * Returns the text in the last pair of answer tags: an opening tag and the nearest closing tag after it. Without a pair
 * the answer is empty. Without any tag the answer is the whole output.
 */
export function extractAnswer(output: string): string {
  if (!output.includes(OPENING_TAG) && !output.includes(CLOSING_TAG)) return strip(output);
  let answer = '';
  for (let at = 0; ;) {
    const start = output.indexOf(OPENING_TAG, at);
    const end = start === -1 ? -1 : output.indexOf(CLOSING_TAG, start + OPENING_TAG.length);
    if (end === -1) return strip(answer);
    answer = output.slice(start + OPENING_TAG.length, end);
    at = end + CLOSING_TAG.length;
  }
}

function score({ answers }: BamboogleItem, output: string): BenchmarkVerdict {
  const answer = extractAnswer(output);
  const correct = exactMatch(answer, answers);
  const contained = containsAnswer(answer, answers);
  const expected = answers.map(normalizeAnswer);
  const shown = normalizeAnswer(answer).slice(0, MAX_SHOWN_ANSWER);
  const reason: BenchmarkReason = correct
    ? { code: 'answer-matches', expected }
    : { code: contained ? 'answer-contains-expected' : 'answer-differs', answer: shown, expected };
  return { correct, reason, subscores: { em: correct, subem: contained, f1: tokenF1(answer, answers) } };
}

function aggregate(scored: readonly ScoredItem<BamboogleItem>[]): Record<string, number> {
  const mean = (name: 'em' | 'subem' | 'f1') =>
    meanOrZero(scored.map(({ verdict }) => Number(verdict.subscores[name])));
  return { em: mean('em'), subem: mean('subem'), f1: mean('f1') };
}

export const bamboogle = {
  name: 'bamboogle',
  rule: 'squad-exact-match',
  files: [
    { path: QUESTIONS_JSON, required: false },
    { path: FLASHRAG, required: false },
    { path: QUESTIONS_CSV, required: false },
  ],
  load,
  score,
  aggregate,
  prompt: ({ question }) => [
    {
      role: 'system',
      content:
        'Answer the question in as few words as possible: a name, a date or a number. ' +
        `Write the answer as ${OPENING_TAG}…${CLOSING_TAG}.`,
    },
    { role: 'user', content: question },
  ],
} satisfies Benchmark<BamboogleItem>;
