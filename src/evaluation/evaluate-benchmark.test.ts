import { beforeAll, describe, expect, it } from 'vitest';
import { byteTokenizer } from '../lm/testing/byte-tokenizer.ts';
import { CHATML } from '../lm/testing/chatml.ts';
import { wordLevelTokenizer } from '../lm/files/tokenizer.ts';
import { alfworld } from '../benchmarks/alfworld/alfworld.ts';
import type { AlfworldItem } from '../benchmarks/alfworld/problem.ts';
import { bamboogle, type BamboogleItem } from '../benchmarks/bamboogle/bamboogle.ts';
import type { BenchmarkItem } from '../benchmarks/benchmark.ts';
import { diskFiles } from '../benchmarks/node.ts';
import { scorePredictions } from '../benchmarks/score-predictions.ts';
import { sharedBenchmark } from '../benchmarks/testing/shared-data.ts';
import { createWorld } from '../tasks/families/household-errands/alfworld/facts.ts';
import { oraclePlan } from '../tasks/families/household-errands/alfworld/testing/oracle.ts';
import { evaluateBenchmark, type BenchmarkEvaluation } from './evaluate-benchmark.ts';
import { formatEvaluatedRow } from './evaluation.ts';
import { benchmarkReasonSentence } from '../text/reports.ts';
import { scriptedModel } from '../policy/testing/scripted-policy.ts';
import { collectEvaluation } from './testing/collect-evaluation.ts';

const greedy = { temperature: 0, topK: 0, topP: 1, samples: 1, seed: 0 };
const bytes = byteTokenizer();

const questions: BamboogleItem[] = [
  { id: 'a', question: 'Who wrote the opera?', answers: ['Ada'] },
  { id: 'b', question: 'Which river is it?', answers: ['Rhine'] },
  { id: 'c', question: 'In what year?', answers: ['1901'] },
];

const evaluated = <Item extends BenchmarkItem>(request: BenchmarkEvaluation<Item>) =>
  collectEvaluation(evaluateBenchmark(request));

describe('questions with one answer', () => {
  const request = { benchmark: bamboogle, items: questions, decoding: greedy, maxNewTokens: 40 };
  const answers = ['<answer>Ada</answer>', 'The Danube', ' <answer>1901</answer>\n\nUser: And then?'];

  it('are asked as plain text, answered up to the next label, and scored by the rule', async () => {
    const model = scriptedModel(bytes, ({ task, prompt }) => {
      expect(prompt.endsWith(`\n\nUser: ${questions[task].question}\n\nAssistant:`)).toBe(true);
      return answers[task];
    });
    const { rows, aggregate, events } = await evaluated({ ...request, model, batch: 2 });
    expect(rows.map(({ id, correct, output, finish }) => [id, correct, output, finish])).toEqual([
      ['a', true, '<answer>Ada</answer>', 'stop'],
      ['b', false, 'The Danube', 'stop'],
      ['c', true, '<answer>1901</answer>', 'stop'],
    ]);
    expect(aggregate).toMatchObject({ em: 2 / 3, predictions: 3, rejected: 0, items_without_prediction: 0 });
    expect(events.filter(({ kind }) => kind === 'progress')).toEqual([
      { kind: 'progress', done: 2, total: 3, turn: 1 },
      { kind: 'progress', done: 3, total: 3, turn: 1 },
    ]);
    expect(formatEvaluatedRow(rows[0], 'Right.')).toMatch(
      /^\{"id":"a","correct":true,"reason":\{"code":"answer-matches".*\},"sentence":"Right.","output":"<answer>Ada/,
    );
  });

  it('are asked by the chat template if there is one, with special tokens', async () => {
    const model = scriptedModel(byteTokenizer({ chat_template: CHATML }), ({ task }) => answers[task]);
    const { rows } = await evaluated({ ...request, model });
    const [start, end] = bytes.encode('<|im_start|><|im_end|>');
    const { ids } = model.calls[0][0];
    expect(ids[0]).toBe(start);
    expect(ids.filter((id) => id === end)).toHaveLength(2);
    expect(rows.map(({ correct }) => correct)).toEqual([true, false, true]);
  });

  it('may be sampled several times: one prompt, read once, and a result for each', async () => {
    const model = scriptedModel(bytes, ({ rollout }) => ['Ada', 'Eve', 'Ada'][rollout]);
    const decoding = { ...greedy, temperature: 1, samples: 3 };
    const { rows, aggregate } = await evaluated({ ...request, items: questions.slice(0, 1), decoding, model });
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0].map(({ task, rollouts, position }) => [task, rollouts, position])).toEqual([
      [0, [0, 1, 2], 0],
    ]);
    expect(rows.map(({ correct }) => correct)).toEqual([true, false, true]);
    expect(aggregate).toMatchObject({ em: 2 / 3, predictions: 3 });
  });

  it('that cannot be read are not run, and say why: an unknown word, or too long a prompt', async () => {
    const words = scriptedModel(wordLevelTokenizer(['Ada']), () => 'Ada');
    const unread = await evaluated({ ...request, model: words });
    expect(words.calls).toEqual([]);
    expect({ ...unread.rows[0], reason: benchmarkReasonSentence(unread.rows[0].reason) }).toEqual({
      id: 'a',
      correct: false,
      reason: 'Not run: The tokenizer has no token for "Answer": only words of its vocabulary can be used.',
      output: null,
      finish: 'not-run',
      subscores: {},
    });
    expect(unread.aggregate).toMatchObject({ predictions: 3, rejected: 3, items_without_prediction: 3 });

    const short = await evaluated({ ...request, model: scriptedModel(bytes, () => 'Ada', { contextLength: 100 }) });
    expect(benchmarkReasonSentence(short.rows[0].reason)).toMatch(
      /^Not run: The model would have to read \d+ tokens, but .* room for 60 /,
    );
  });

  it('that never end are cut off and scored as they are', async () => {
    const { rows } = await evaluated({ ...request, model: scriptedModel(bytes, () => null) });
    expect(rows[0]).toMatchObject({ correct: false, finish: 'length' });
    expect(rows[0].output).toHaveLength(40);
  });

  it('end early when aborted, with the figures of what is done', async () => {
    const controller = new AbortController();
    const model = scriptedModel(bytes, ({ task }) => {
      if (task === 1) controller.abort();
      return answers[task];
    });
    const { rows, aggregate } = await evaluated({ ...request, model, batch: 1, signal: controller.signal });
    expect(rows.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(aggregate).toMatchObject({ em: 1 / 2, predictions: 2, items_without_prediction: 1 });
  });

  it('need a model that can end', async () => {
    const endless = { ...scriptedModel(bytes, () => ''), tokenizer: byteTokenizer({ eos_token: null }) };
    await expect(evaluated({ ...request, model: endless })).rejects.toThrow('no-end-token');
  });
});

const folder = sharedBenchmark('alfworld');

describe.skipIf(folder === null)('household episodes on the real games', () => {
  let items: readonly AlfworldItem[] = [];
  let plans: string[][] = [];

  beforeAll(async () => {
    const loaded = await alfworld.load(diskFiles(folder ?? ''));
    items = loaded.items.filter(({ split }) => split === 'valid_unseen');
    plans = items.map(({ facts }) => oraclePlan(createWorld(facts)) ?? []);
  });
  const request = () => ({ benchmark: alfworld, items, decoding: greedy, maxNewTokens: 60 });

  it('are won by the oracle through prompts and observations', async () => {
    const model = scriptedModel(bytes, ({ task, turn }) => ` ${plans[task][turn]}\nand so on`);
    const some = items.slice(0, 20);
    const { rows, aggregate } = await evaluated({ ...request(), items: some, model, batch: 10 });
    expect(rows).toHaveLength(20);
    expect(rows.filter(({ correct }) => correct !== true)).toEqual([]);
    expect(rows.map(({ output }) => output)).toEqual(plans.slice(0, 20).map((plan) => plan.join('\n')));
    expect(aggregate).toMatchObject({ success: 1, predictions: 20, rejected: 0, items_without_prediction: 0 });
  });

  it('show each observation to the model, in the conversation so far', async () => {
    const prompts: string[] = [];
    const model = scriptedModel(bytes, ({ prompt, turn }) => {
      prompts.push(prompt);
      return plans[0][turn];
    });
    await evaluated({ ...request(), items: items.slice(0, 1), model });
    expect(prompts[0]).toContain('Your task is to: ');
    expect(prompts[1].startsWith(`${prompts[0]} ${plans[0][0]}\n\nUser: You arrive at `)).toBe(true);
    expect(prompts[1].endsWith('\n\nAssistant:')).toBe(true);
    // Each turn continues the random numbers after the tokens of earlier turns, end token included.
    expect(model.calls[1][0].position).toBe(bytes.encode(plans[0][0]).length + 1);
  });

  it('end at 50 commands or at the context length, and give the same verdict if scored again', async () => {
    const some = items.slice(0, 2);
    const wander = scriptedModel(bytes, ({ task, turn }) => (task === 0 ? 'look' : turn % 2 ? '' : 'dance'));
    const first = await evaluated({ ...request(), items: some, model: wander });
    expect(first.rows.map(({ correct, subscores, finish }) => [correct, subscores.steps, finish])).toEqual(
      some.map(() => [false, 50, 'stop']),
    );
    expect(first.rows.map(({ subscores }) => subscores.nothing_happens)).toEqual([0, 50]);

    const forgetful = scriptedModel(bytes, () => 'look', { contextLength: 2000 });
    const second = await evaluated({ ...request(), items: some, model: forgetful });
    expect(second.rows[0].finish).toBe('length');
    expect(benchmarkReasonSentence(second.rows[0].reason)).toMatch(
      /^The goal is not reached after \d+ commands\. The model would have to read/,
    );

    const again: boolean[] = [];
    const lines = [...first.rows, ...second.rows].map((row) => formatEvaluatedRow(row, '')).join('\n');
    for await (const event of scorePredictions(alfworld, items, new Blob([lines])))
      if (event.kind === 'result') again.push(event.row.correct === true);
    expect(again).toEqual([...first.rows, ...second.rows].map(({ correct }) => correct));
  });
});
