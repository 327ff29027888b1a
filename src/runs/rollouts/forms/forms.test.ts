/** @file The forms of trainers: what the samples that they wrote say, token by token, and what a damaged one says of itself. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allBytes, bytesSource } from '../../../common/byte-source.ts';
import type { RunEvent } from '../../../genenv/log/events.ts';
import { viewRun, tasksOf } from '../../../analysis/run-view.ts';
import { importedLearning, loggedToken } from '../../../analysis/token-learning.ts';
import { meanAdvantage } from '../../../genenv/log/agent-tokens.ts';
import { eventProblem } from '../../../genenv/log/event-problem.ts';
import { epochProblem } from '../../../genenv/log/epoch-problem.ts';
import { ofType } from '../../../genenv/testing/table-loop.ts';
import { commandErrorSentence } from '../../../text/en/errors.ts';
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
  return { events, problems: problems.map((problem) => commandErrorSentence(problem)) };
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

describe('prime-rl', () => {
  it('is read token by token: the log’s advantages, log-probabilities of sampler and trainer, no reward', async () => {
    const { events, problems } = await read(await filesIn('prime-rl'));
    expect(problems).toEqual([]);
    const [written] = ofType(events, 'tasks-written');
    expect(written.texts.map(({ family, prompt }) => [family, prompt])).toEqual([
      ['sums', '⟨11⟩⟨12⟩⟨13⟩'],
      ['sums', '⟨11⟩⟨14⟩⟨15⟩⟨16⟩'],
    ]);
    const [{ rollouts }] = ofType(events, 'rolled-out');
    expect(rollouts[0]).toMatchObject({
      ids: [61, 39, 70],
      tokens: ['⟨61⟩', '⟨39⟩', '⟨70⟩'],
      mask: [1, 1, 1],
      advantages: [0.5, 0.5, 0.5],
    });
    expect(rollouts[0].logprobs[0]).toBeCloseTo(-0.650934, 5);
    // The exporter's own ratio: exp(trained − sampled).
    expect(Math.exp(rollouts[0].trainedLogprobs![1] - rollouts[0].logprobs[1])).toBeCloseTo(0.9153944, 6);
    expect(ofType(events, 'scored')[0]).toMatchObject({ rollouts: [], tasks: [] });
    expect(ofType(events, 'epoch-ended')[0].success).toEqual({ k: 0, n: 0 });
  });

  it('its tokens are pushed by A·ρ·(1 − π), and have no advantage where they are not the model’s', async () => {
    const own = {
      loss_mask: [false, true, true, false, true],
      advantages: [0, 2, -1, 0, 2],
      token_ids: [1, 2, 3, 4, 5],
    };
    const [sampled, trained] = [
      [0, -1, -2, 0, -0.5],
      [0, -0.9, -2.1, 0, -0.5],
    ];
    const { events } = await read([
      fileOf('rank_0.jsonl', line({ ...own, inference_logprobs: sampled, trainer_logprobs: trained })),
    ]);
    const [epoch] = viewRun(events).epochs;
    const [made] = tasksOf(epoch)[0].rollouts;
    const learning = importedLearning(epoch)!;
    const expected = [
      2 * Math.exp(0.1) * (1 - Math.exp(-1)),
      -Math.exp(-0.1) * (1 - Math.exp(-2)),
      0,
      2 * (1 - Math.exp(-0.5)),
    ];
    learning.pushes.get(made.rollout)!.forEach((push, token) => expect(push).toBeCloseTo(expected[token], 10));
    expect(learning.largest).toBeCloseTo(expected[0], 10);
    expect(loggedToken(made, 1, learning)).toMatchObject({ advantage: -1, ratio: Math.exp(-2.1 + 2) });
    expect(meanAdvantage(made.rollout)).toBe(1);
  });

  const line = (change: object) =>
    JSON.stringify({
      step: 1,
      token_ids: [1, 2, 3],
      loss_mask: [false, true, true],
      advantages: [0, 1, 1],
      inference_logprobs: [0, -1, -1],
      trainer_logprobs: [0, -1, -1],
      ...change,
    });

  it('refuses ragged lists and numbers that are none, and keeps tokens whose log-probability is unknown', async () => {
    const { events, problems } = await read([
      fileOf(
        'rank_0.jsonl',
        [
          line({}),
          line({ loss_mask: [false, true, true, true] }),
          line({ trainer_logprobs: [0, -1] }),
          line({ advantages: [0, null, 1] }),
          line({ loss_mask: [false, false, false] }),
          line({ inference_logprobs: [0, null, -1] }),
        ].join('\n'),
      ),
    ]);
    expect(problems).toEqual([
      'row 2: “loss_mask” has 4 entries where there must be 3; it was left out.',
      'row 3: “trainer_logprobs” has 2 entries where there must be 3; it was left out.',
      'row 4: “advantages” is not a finite number; it was left out.',
      'row 5: loss_mask: no token is the model’s; it was left out.',
    ]);
    expect(ofType(events, 'rolled-out')[0].rollouts.map(({ logprobs }) => logprobs)).toEqual([[-1, -1], []]);
  });
});

describe('verifiers', () => {
  it('is read from what vf-eval wrote: one step, named rewards with their weights', async () => {
    const { events, problems } = await read(await filesIn('verifiers'));
    expect(problems).toEqual([]);
    expect(ofType(events, 'tasks-written')[0].texts.map(({ prompt }) => prompt)).toEqual([
      'What is 2 + 3?',
      'What is 40 + 2?',
    ]);
    expect(ofType(events, 'rolled-out')[0].rollouts[0]).toMatchObject({ turns: ['5'], observations: [], ids: [] });
    expect(ofType(events, 'scored')[0].rollouts[0]).toMatchObject({
      reward: 1.5,
      reason: { code: 'reward-functions', values: { brief: 0.5, correct: 1 } },
    });
    expect(ofType(events, 'agent-updated')[0].note).toEqual({
      code: 'imported-step',
      step: null,
      advantages: 'computed',
    });
  });

  it('is read with tokens, both log-probabilities and advantages where they are in it', async () => {
    const { events, problems } = await read(await filesIn('verifiers-tokens'));
    expect(problems).toEqual([]);
    const [first] = ofType(events, 'rolled-out')[0].rollouts;
    expect(first.turns).toEqual(['5']);
    expect([first.ids.length, first.mask, first.trainedLogprobs?.length]).toEqual([1, [1], 1]);
    expect(ofType(events, 'scored')[0].rollouts.map(({ reward, advantage }) => [reward, advantage])).toEqual([
      [1, 0.5],
      [0, -0.5],
      [1, 0.75],
      [0, -0.75],
    ]);
    expect(ofType(events, 'agent-updated').map(({ note }) => note)).toEqual([
      { code: 'imported-step', step: 1, advantages: 'exported' },
      { code: 'imported-step', step: 2, advantages: 'exported' },
    ]);
  });

  const node = (role: string, content: string, more: object = {}) => ({ message: { role, content }, ...more });
  const episode = (id: string, nodes: object[], more: object = {}) =>
    JSON.stringify({ id, task: { key: 'k' }, traces: [{ nodes, rewards: { r: { score: 1, weight: 1 } } }], ...more });

  it('turns tools’ answers into observations and branches into rollouts; an episode that stands twice is one', async () => {
    const tools = episode('a', [
      node('user', 'question'),
      node('assistant', 'look', { parent: 0, sampled: true, token_ids: [5, 6], mask: [false, true], logprobs: [-1] }),
      node('tool', 'found', { parent: 1, token_ids: [7], mask: [false] }),
      node('assistant', 'done', { parent: 2, sampled: true, token_ids: [8], mask: [true], logprobs: [-2] }),
      node('assistant', 'other', { parent: 2, sampled: true, token_ids: [9], mask: [true], logprobs: [-3] }),
    ]);
    const { events, problems } = await read([
      fileOf('all/traces.jsonl', tools),
      fileOf('effective/traces.jsonl', tools),
    ]);
    expect(problems).toEqual([]);
    const [{ rollouts }] = ofType(events, 'rolled-out');
    expect(
      rollouts.map(({ turns, observations, ids, mask, logprobs }) => ({ turns, observations, ids, mask, logprobs })),
    ).toEqual([
      { turns: ['look', 'done'], observations: ['found'], ids: [6, 7, 8], mask: [1, 0, 1], logprobs: [-1, 0, -2] },
      { turns: ['look', 'other'], observations: ['found'], ids: [6, 7, 9], mask: [1, 0, 1], logprobs: [-1, 0, -3] },
    ]);
  });

  it('tells evaluations from training, and names masks that are longer than ids and episodes that failed', async () => {
    const run = (type: string, step: number) => ({ run: { type: 'train', id: 'r', work: { type, step } } });
    const answered = [node('user', 'q'), node('assistant', 'a', { parent: 0, sampled: true })];
    const { events, problems } = await read([
      fileOf(
        'traces.jsonl',
        [
          episode('1', answered, run('train', 1)),
          episode('2', answered, run('eval', 1)),
          episode('3', [node('user', 'q', { token_ids: [1], mask: [true, true], sampled: true })], run('train', 1)),
          episode('4', [], run('train', 1)),
        ].join('\n'),
      ),
    ]);
    expect(ofType(events, 'epoch-ended')).toMatchObject([{ success: { k: 1, n: 1 }, heldOut: { success: 1 } }]);
    expect(problems).toEqual([
      'row 3: “traces[0].nodes.mask” has 2 entries where there must be 1; it was left out.',
      'row 4: it has no answer of a model that is trained, and was left out.',
    ]);
  });

  it('reads results.jsonl of earlier versions', async () => {
    const row = { example_id: 3, task: 'sums', prompt: [{ role: 'user', content: 'q' }], completion: 'a', reward: 0.5 };
    const { events } = await read([fileOf('results.jsonl', JSON.stringify(row))]);
    expect(ofType(events, 'scored')[0].rollouts).toMatchObject([{ reward: 0.5 }]);
    expect(ofType(events, 'tasks-written')[0].texts).toMatchObject([{ prompt: 'q', family: 'sums' }]);
  });
});

it('tinker-cookbook’s summaries have rewards, lengths and what the environment logs; evaluations are not training', async () => {
  const { events, problems } = await read(await filesIn('tinker'));
  expect(problems).toEqual([]);
  const ended = ofType(events, 'epoch-ended');
  expect(ended.map(({ success, heldOut }) => [success, heldOut?.success])).toEqual([
    [{ k: 3, n: 8 }, undefined],
    [{ k: 3, n: 4 }, 0.5],
  ]);
  expect(ended[0].responseLength).toBe((3 * 9 + 5 * 5) / 8);
  expect(ofType(events, 'tasks-written')[0].texts[0]).toMatchObject({ text: 'train 0', prompt: '', family: 'sums' });
  expect(ofType(events, 'rolled-out')[0].rollouts[0].turns).toEqual(['problem: What is 2 + 3?\nresponse: 5']);
});

it('an unknown form is told which ones are known', async () => {
  await expect(read([fileOf('a.json', '{"name": "something else"}')])).rejects.toThrow('no-rollouts {"problem":null}');
  const [first] = await filesIn('trl');
  await expect(
    read([first, fileOf('1.jsonl', '{"input":"a","output":"b","gts":"","score":1,"step":1}')]),
  ).rejects.toThrow('rollouts-mixed');
});
