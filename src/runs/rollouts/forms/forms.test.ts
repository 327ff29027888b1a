/** @file The forms of TRL and verl: what their samples hold, and what is said of a damaged file. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allBytes, bytesSource } from '../../../common/byte-source.ts';
import type { RunEvent } from '../../../genenv/log/events.ts';
import { epochProblem, eventProblem } from '../../../genenv/log/event-format.ts';
import { ofType } from '../../../genenv/testing/table-loop.ts';
import { reportText } from '../../../text/reports.ts';
import { rowReaders } from './index.ts';
import { importRollouts } from '../import-rollouts.ts';
import { filesAt } from '../../files/rollouts-on-disk.ts';
import type { RolloutFile } from '../rollout-files.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

const filesIn = (folder: string): Promise<RolloutFile[]> => filesAt(join(FIXTURES, folder));

async function read(files: readonly RolloutFile[]): Promise<{ events: RunEvent[]; problems: string[] }> {
  const { epochs, problems } = await importRollouts(files, { name: 'a run', settings: {} });
  const events: RunEvent[] = [];
  for await (const epoch of epochs) {
    for (const event of epoch) expect(eventProblem(JSON.parse(JSON.stringify(event)))).toBeNull();
    expect(epochProblem(epoch, events.at(-1) ?? null)).toBeNull();
    events.push(...epoch);
  }
  return { events, problems: problems.map(reportText.errorSentence) };
}

const fileOf = (path: string, text: string): RolloutFile => ({
  path,
  source: bytesSource(new TextEncoder().encode(text)),
});

describe('TRL', () => {
  it('is read from the Parquet files of a run: texts, rewards of each function, advantages', async () => {
    const { events, problems } = await read(await filesIn('trl'));
    expect(problems).toEqual([]);
    const [written] = ofType(events, 'tasks-written');
    expect(written.texts.map(({ prompt, level, source }) => [prompt, level, source])).toEqual([
      ['bowl egg towel', 0, 'imported'],
      ['pen vase', 0, 'imported'],
    ]);
    const [rolledOut] = ofType(events, 'rolled-out');
    expect(rolledOut.rollouts.map(({ turns }) => turns[0]).slice(0, 2)).toEqual([
      'dry lamp fridge shelf <b0> <sep> <sep> &',
      'dry <b0> <b2> <b0> lamp shelf dry <b3>',
    ]);
    const [scored] = ofType(events, 'scored');
    expect(scored.rollouts.map(({ reward }) => reward)).toEqual([
      0.875,
      0.75,
      1,
      0.875,
      Math.fround(5 / 6),
      0.875,
      1,
      1,
    ]);
    // The log's own, not those that follow from the rewards by the settings.
    expect(scored.rollouts[1].advantage).toBeCloseTo(-1.223546, 5);
    expect(scored.rollouts[0].reason).toEqual({ code: 'reward-functions', values: { distinct: 0.875, short: 0 } });
    // NaN: the function does not apply.
    expect(scored.rollouts[2].reason).toEqual({ code: 'reward-functions', values: { distinct: 1 } });
    expect(ofType(events, 'agent-updated').map(({ note }) => note)).toEqual([
      { code: 'imported-step', step: 1, advantages: 'exported' },
      { code: 'imported-step', step: 2, advantages: 'exported' },
    ]);
  });

  it('names the file that is not written to its end, that lacks columns, or is compressed by an unknown codec', async () => {
    const [first, second] = await filesIn('trl');
    const bytes = await allBytes(second.source);
    const cut = { path: 'cut.parquet', source: bytesSource(bytes.subarray(0, bytes.length - 100)) };
    const { events, problems } = await read([first, cut]);
    expect(ofType(events, 'epoch-ended')).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringMatching(/^cut\.parquet: this Parquet file is damaged or not yet written to its end \(/),
    ]);
    const bad = await filesIn('parquet-damaged');
    const all = await read([first, ...bad]);
    expect(ofType(all.events, 'epoch-ended')).toHaveLength(1);
    expect(all.problems).toEqual([
      'no-completion.parquet: this Parquet file has the columns step, prompt, reward, of which TRL’s completions need step, prompt, completion.',
      'zstd.parquet: this Parquet file is compressed with ZSTD, which is not read here; write it with one of UNCOMPRESSED, SNAPPY, GZIP.',
    ]);
  });
});

describe('verl', () => {
  it('is read from what its own writer wrote', async () => {
    const { events, problems } = await read(await filesIn('verl'));
    expect(problems).toEqual([]);
    expect(ofType(events, 'epoch-ended').map(({ success }) => success)).toEqual([
      { k: 3, n: 8 },
      { k: 3, n: 8 },
    ]);
    const [scored] = ofType(events, 'scored');
    // 1 of 4: (1 − ¼)/√(3/16).
    expect(scored.rollouts[0]).toMatchObject({ reward: 1, reason: null });
    expect(scored.rollouts[0].advantage).toBeCloseTo(Math.sqrt(3), 4);
  });

  const row = (step: number, score: unknown, extra = {}) =>
    JSON.stringify({ input: 'a task', output: 'an answer', gts: null, score, step, ...extra });

  it('is read from its folder of a file a step, in the order of the numbers', async () => {
    const files = [10, 9].map((step) => fileOf(`${step}.jsonl`, `${row(step, 1)}\n${row(step, 0)}\n`));
    const { events, problems } = await read(files);
    expect(problems).toEqual([]);
    expect(ofType(events, 'agent-updated').map(({ note }) => note)).toEqual([
      { code: 'imported-step', step: 9, advantages: 'computed' },
      { code: 'imported-step', step: 10, advantages: 'computed' },
    ]);
    expect(ofType(events, 'scored')[0].rollouts.map(({ advantage }) => Math.round(advantage))).toEqual([1, -1]);
  });

  it('leaves out the line that is cut off, NaN rewards and missing columns, and says where', async () => {
    const whole = row(2, 1);
    const { events, problems } = await read([
      fileOf('1.jsonl', `${row(1, 1)}\n${row(1, 0).replace('"score":0', '"score":NaN')}\n${row(1, undefined)}\n`),
      fileOf('2.jsonl', `${whole}\n${whole.slice(0, 30)}`),
      fileOf('notes.txt', 'not rollouts'),
    ]);
    expect(ofType(events, 'epoch-ended').map(({ success }) => success)).toEqual([
      { k: 1, n: 1 },
      { k: 1, n: 1 },
    ]);
    expect(problems).toEqual([
      '1.jsonl, row 2: “score” is not a finite number; it was left out.',
      '1.jsonl, row 3: it has no “score”, and was left out.',
      '2.jsonl, row 2: it is cut off, and was left out; open the log again when its writer has finished it.',
    ]);
  });
});

it('an unknown form is told which ones are known', async () => {
  await expect(read([fileOf('a.json', '{"name": "something else"}')])).rejects.toThrow('no-rollouts {"problem":null}');
  const [first] = await filesIn('trl');
  await expect(
    read([first, fileOf('1.jsonl', '{"input":"a","output":"b","gts":"","score":1,"step":1}')]),
  ).rejects.toThrow('rollouts-mixed');
});

it('the quick check of a form accepts no row that its schema refuses', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.constantFrom(undefined, null, 0, 1, -1, 0.5, 1e9, NaN, [], {}, true, 'x'.repeat(101)),
    fc.array(fc.record({ output: fc.constantFrom('a', 1, undefined), reward: fc.constantFrom(1, 'a', undefined) }), {
      maxLength: 2,
    }),
  );
  const names =
    'step epoch task input prompt output completion gts score reward advantage tokens family level heldOut rollouts';
  const changes = fc.dictionary(fc.constantFrom(...names.split(' ')), value, { maxKeys: 2 });
  const texts = { step: 1, input: 'a', output: 'b', prompt: 'a', completion: 'b', score: 1, advantage: 0 };
  let fitting = 0;
  fc.assert(
    fc.property(changes, (change) => {
      const row = { ...texts, ...change };
      for (const { fits, schema } of Object.values(rowReaders)) {
        if (!fits(row)) continue;
        fitting += 1;
        expect(schema.safeParse(row).success).toBe(true);
      }
    }),
    { numRuns: 3000, seed: 7 },
  );
  expect(fitting).toBeGreaterThan(2000);
});
