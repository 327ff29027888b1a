import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allBytes, bytesSource } from '../../common/byte-source.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { epochProblem, eventProblem } from '../../genenv/log/event-format.ts';
import { ofType } from '../../genenv/testing/table-loop.ts';
import { reportText } from '../../text/reports.ts';
import { filesAt } from '../files/node-file.ts';
import { type Columns, parseColumns } from './columns.ts';
import { importRollouts } from './import-rollouts.ts';
import { findRewards } from './reward-columns.ts';
import type { RolloutFile } from './rollout-files.ts';

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));
const BRING = fileURLToPath(new URL('../../../../shared/bring/rollouts', import.meta.url));

const filesIn = (folder: string): Promise<RolloutFile[]> => filesAt(join(FIXTURES, folder));

async function read(files: readonly RolloutFile[], columns?: Partial<Columns>) {
  const { epochs, problems } = await importRollouts(files, { name: 'a run', settings: {}, columns });
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
const rowsOf = (path: string, ...rows: object[]): RolloutFile =>
  fileOf(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** Returns the reward of each rollout (null if unknown), and how many of each group's rollouts succeeded. */
function outcome(events: readonly RunEvent[]) {
  const rewards = ofType(events, 'rolled-out').flatMap(({ rollouts, epoch }) => {
    const { rollouts: scores } = ofType(events, 'scored').find((event) => event.epoch === epoch)!;
    return rollouts.map(
      ({ task, rollout }) => scores.find((score) => score.task === task && score.rollout === rollout)?.reward ?? null,
    );
  });
  const groups = ofType(events, 'scored').flatMap(({ tasks }) => tasks.map(({ count: { k, n } }) => `${k} of ${n}`));
  return { rewards, groups };
}

describe.skipIf(!existsSync(BRING))('rollouts of anyone (skipped without ../shared/bring)', () => {
  it.each([
    ['trl-extra-columns.jsonl', [1, 0], ['1 of 2']],
    ['trl-index-column.jsonl', [1, 0], ['1 of 2']],
    ['trl-total-and-parts.jsonl', [1.25, 0], ['1 of 2']],
    ['trl-abstained.jsonl', [null, 1, 0], ['1 of 2']],
    ['verl-uid', [1, 1, 0, 0], ['2 of 2', '0 of 2']],
    ['verl-path-in-prompt', [1, 0], ['1 of 2']],
    ['chat-lists.jsonl', [1, 0], ['1 of 2']],
    ['skyrl.jsonl', [1, 0], ['1 of 2']],
    ['openrlhf.jsonl', [1, 0], ['1 of 2']],
    ['nemo.jsonl', [1, 0], ['1 of 2']],
  ])('%s has the rewards %j', async (path, rewards, groups) => {
    const { events } = await read(await filesAt(join(BRING, path)));
    expect(outcome(events)).toEqual({ rewards, groups });
  });

  it('does not train on evaluation rows', async () => {
    await expect(read(await filesAt(join(BRING, 'trl-evaluation-rows.jsonl')))).rejects.toThrow('evaluation-rollouts');
  });
});

describe('rewards', () => {
  const columns: Columns = {
    ...{ prompt: 'p', completion: 'c', step: 's', group: null, advantage: 'a', tokens: null, logprobs: null },
    ...{ family: null, level: null, rewards: null },
  };
  /** Makes groups of four. Advantages follow from the true reward, divided by the group's deviation as in TRL. */
  const rows = (weights: Record<string, number>) =>
    Array.from({ length: 12 }, (_, i) => {
      const cells = (at: number) => ({ x: (at * 7) % 5, y: (at * at) % 3, z: ((at * 5) % 4) / 4 });
      const reward = (at: number) =>
        Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * cells(at)[name as 'x'], 0);
      const group = Math.floor(i / 4);
      const all = [0, 1, 2, 3].map((j) => reward(4 * group + j));
      const mean = all.reduce((a, b) => a + b) / 4;
      const deviation = Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 3);
      const a = Math.fround((reward(i) - mean) / (deviation + 1e-4));
      return { s: 1, p: `task ${group}`, c: '', ...cells(i), a, level: group };
    });

  it.each<Record<string, number>>([
    { y: 1 },
    { x: 1, y: 1, z: 1 },
    { x: 1, z: 1 },
    { x: 0.5, y: 1 },
    { x: -0.25, y: 1 },
  ])('are found from advantages: %j', (weights) => expect(findRewards(rows(weights), columns)).toEqual(weights));

  it('are asked for if the advantages are ambiguous, and then read as declared', async () => {
    const two = [
      { step: 1, prompt: 'p', completion: 'a', x: 1, y: 2, advantage: 0.7 },
      { step: 1, prompt: 'p', completion: 'b', x: 0, y: 1, advantage: -0.7 },
    ];
    const file = rowsOf('log.jsonl', ...two);
    await expect(read([file])).rejects.toThrow('rewards-undecided {"columns":"x, y"}');
    const { events } = await read([file], parseColumns('reward=x+0.5*y'));
    expect(outcome(events).rewards).toEqual([2, 0.5]);
    expect(ofType(events, 'scored')[0].rollouts[0].reason).toEqual({
      code: 'reward-functions',
      values: { x: 1, y: 1 },
    });
  });
});

describe('columns', () => {
  const rows = [
    { question: '2+2', answer: '4', ok: true, id: 'a', at: 3 },
    { question: '2 + 2', answer: '5', ok: false, id: 'a', at: 3 },
  ];

  it('with unknown names are asked for, and then read as declared', async () => {
    const file = rowsOf('log.jsonl', ...rows);
    await expect(read([file])).rejects.toThrow('rollout-columns {"columns":"question, answer, ok, id, at"}');
    const declared = parseColumns('prompt=question, completion=answer, reward=ok, group=id, step=at');
    const { events } = await read([file], declared);
    expect(outcome(events)).toEqual({ rewards: [1, 0], groups: ['1 of 2'] });
    expect(ofType(events, 'agent-updated')[0].note).toMatchObject({ step: 3 });
    expect(() => parseColumns('question')).toThrow('columns-option');
  });

  it('hold the tokens and log-probabilities of an answer', async () => {
    const row = { step: 1, input: 'a', output: 'b c', score: 1, tokens: [5, 6, 7], logprobs: [-1, -2, -3] };
    const { events } = await read([rowsOf('log.jsonl', row, { ...row, logprobs: [-1] })]);
    const rollouts = ofType(events, 'rolled-out')[0].rollouts;
    expect(rollouts[0]).toMatchObject({ ids: [5, 6, 7], logprobs: [-1, -2, -3], mask: [1, 1, 1] });
    expect(rollouts[1].logprobs).toEqual([]);
  });

  it('with a conversation are split at the model’s first message', async () => {
    const say = (role: string, content: string) => ({ role, content });
    const messages = [
      say('system', 's'),
      say('user', 'u'),
      say('assistant', 'a'),
      say('tool', 't'),
      say('assistant', 'b'),
    ];
    const { events } = await read([rowsOf('log.jsonl', { step: 1, messages, reward: 1 })]);
    expect(ofType(events, 'tasks-written')[0].texts[0].prompt).toBe('system: s\n\nuser: u');
    expect(ofType(events, 'rolled-out')[0].rollouts[0]).toMatchObject({ turns: ['a', 'b'], observations: ['t'] });
  });
});

describe('evaluations', () => {
  const row = (step: number, input: string, score: number, extra = {}) => ({
    step,
    input,
    output: '',
    score,
    ...extra,
  });
  const group = (step: number) => [row(step, 'a', 1), row(step, 'a', 0)];

  it.each([
    ['a column', [rowsOf('log.jsonl', ...group(1), row(1, 'b', 1, { split: 'validation' }))]],
    ['a folder', [rowsOf('train/1.jsonl', ...group(1)), rowsOf('dumped_evals/1.jsonl', row(1, 'b', 1))]],
    ['one answer for each prompt', [rowsOf('log.jsonl', ...group(1), row(2, 'b', 1), row(2, 'c', 1))]],
  ])('are recognized by %s', async (_, files) => {
    const { events, problems } = await read(files);
    expect(outcome(events).rewards).toEqual([1, 0]);
    expect(ofType(events, 'epoch-ended').map(({ heldOut }) => heldOut?.success)).toEqual([1]);
    expect(problems).toEqual([expect.stringMatching(/an evaluation/)]);
  });
});

describe('TRL', () => {
  it('is read from Parquet files with texts, rewards per function and advantages', async () => {
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
      ...[0.875, 0.75, 1, 0.875],
      ...[Math.fround(5 / 6), 0.875, 1, 1],
    ]);
    // Advantages come from the log, not from the rewards.
    expect(scored.rollouts[1].advantage).toBeCloseTo(-1.223546, 5);
    expect(scored.rollouts[0].reason).toEqual({ code: 'reward-functions', values: { distinct: 0.875, short: 0 } });
    // The reward function `short` gave NaN, because it does not apply to this completion.
    expect(scored.rollouts[2].reason).toEqual({ code: 'reward-functions', values: { distinct: 1 } });
    expect(ofType(events, 'agent-updated').map(({ note }) => note)).toEqual([
      { code: 'imported-step', step: 1, advantages: 'exported' },
      { code: 'imported-step', step: 2, advantages: 'exported' },
    ]);
  });

  it('names a truncated file, and reads zstd', async () => {
    const [first, second] = await filesIn('trl');
    const bytes = await allBytes(second.source);
    const cut = { path: 'cut.parquet', source: bytesSource(bytes.subarray(0, bytes.length - 100)) };
    const { events, problems } = await read([first, cut]);
    expect(ofType(events, 'epoch-ended')).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringMatching(/^cut\.parquet: this Parquet file is damaged or not yet written to its end \(/),
    ]);
    expect(outcome((await read(await filesIn('parquet'))).events).rewards).toEqual([1]);
  });
});

describe('verl', () => {
  it('is read from its own writer’s file, with advantages by verl’s formula', async () => {
    const { events, problems } = await read(await filesIn('verl'));
    expect(problems).toEqual([]);
    expect(ofType(events, 'epoch-ended').map(({ success }) => success)).toEqual([
      { k: 3, n: 8 },
      { k: 3, n: 8 },
    ]);
    const [scored] = ofType(events, 'scored');
    // One of four succeeds: (1 − ¼) ÷ ½, with the sample deviation ½.
    expect(scored.rollouts[0]).toMatchObject({ reward: 1, reason: null });
    expect(scored.rollouts[0].advantage).toBeCloseTo(1.5, 4);
  });

  const row = (step: number, score: unknown, extra = {}) =>
    JSON.stringify({ input: 'a task', output: 'an answer', gts: null, score, step, ...extra });

  it('ignores unknown rewards, skips a truncated line, and names the line', async () => {
    const whole = row(2, 1);
    const { events, problems } = await read([
      fileOf(
        '1.jsonl',
        [
          row(1, 1),
          ...['NaN', '-Infinity', 'null'].map((score) => row(1, 0).replace('"score":0', `"score":${score}`)),
          row(1, undefined),
        ].join('\n'),
      ),
      fileOf('2.jsonl', `${whole}\n${whole.slice(0, 30)}`),
      fileOf('notes.txt', 'not rollouts'),
    ]);
    expect(outcome(events)).toEqual({ rewards: [1, null, null, null, null, 1], groups: ['1 of 1', '1 of 1'] });
    expect(ofType(events, 'epoch-ended')[0]).toMatchObject({ meanReward: 1, success: { k: 1, n: 1 } });
    expect(problems).toEqual([
      '2.jsonl, row 2: it is cut off, and was left out; open the log again when its writer has finished it.',
    ]);
  });
});

it('refuses a folder with the rollouts of two trainers', async () => {
  const [first] = await filesIn('trl');
  const verl = rowsOf('1.jsonl', { input: 'a', output: 'b', gts: '', score: 1, step: 1 });
  await expect(read([first, verl])).rejects.toThrow('rollouts-mixed');
});
