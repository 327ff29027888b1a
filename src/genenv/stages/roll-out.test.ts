import { describe, expect, it } from 'vitest';
import { wordLevelTokenizer } from '../../lm/files/tokenizer.ts';
import { type Candidate, inspectTask } from './inspect-task.ts';
import type { Sampler } from '../../policy/policy.ts';
import { scriptedModel } from '../../policy/testing/scripted-policy.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { type Family, promptForm, SEPARATOR } from '../../tasks/family.ts';
import { FAMILIES } from '../../tasks/registry.ts';
import { tokenizerOf } from '../testing/table-players.ts';
import { rollOut } from './roll-out.ts';

const tokenizer = wordLevelTokenizer(['<sep>', '<doors>', 'go', 'red', 'blue', 'open', 'shut', 'three']);
const EOS = tokenizer.endIds[0];

/** Family of dialogues of up to three turns. Door `blue` is shut. Door `red` opens and ends the dialogue. */
const doors = {
  name: 'doors',
  maxAnswerTokens: 3,
  maxTurns: 3,
  start: () => ({
    step: (action: string) =>
      action.includes('red') ? { observation: '', done: true } : { observation: 'shut', done: false },
  }),
} as unknown as Family;

const candidate = (index: number) =>
  ({ index, world: doors, task: {}, prompt: '<doors> three <sep>' }) as unknown as Candidate;

/** Makes a model that writes a given text in each turn of each rollout. */
const scripted = (scripts: Record<string, string[]>) =>
  scriptedModel(tokenizer, ({ task, rollout, turn }) => scripts[`${task}.${rollout}`][turn]);

const request = (policy: Pick<Sampler, 'generate'>, tasks: Candidate[], contextLength = 100) => ({
  agent: policy as Sampler,
  tokenizer,
  tasks,
  rolloutsPerTask: 2,
  temperature: 1,
  settings: { topK: 0, topP: 1 },
  contextLength,
  key: { seed: 1, stream: 1, epoch: 1 },
});

describe('rollOut', () => {
  it('alternates the agent and the simulator, whose tokens carry no loss', async () => {
    const { policy, calls } = scripted({ '7.0': ['go red'], '7.1': ['go blue', 'go red'] });
    const { rollouts, tokens, flops } = await rollOut(request(policy, [candidate(7)]));
    expect(rollouts.map(({ turns }) => turns)).toEqual([['go red'], ['go blue', 'go red']]);
    expect(rollouts[1].observations).toEqual(['shut']);
    expect(rollouts[1].tokens.join(' ')).toBe('go blue <eos> shut <sep> go red <eos>');
    expect(rollouts[1].mask).toEqual([1, 1, 1, 0, 0, 1, 1, 1]);
    expect(rollouts[1].logprobs).toEqual([-0.5, -0.5, -0.5, 0, 0, -0.5, -0.5, -0.5]);
    expect(rollouts.map(({ finish }) => finish)).toEqual(['stop', 'stop']);
    expect(tokens).toBe(9);
    expect(flops).toBe(2);
    // In the first turn, all rollouts of a task share a prompt. In later turns, each rollout has its own prompt and
    // random numbers.
    expect(calls[0]).toEqual([
      { ids: tokenizer.encode('<doors> three <sep>'), task: 7, rollouts: [0, 1], position: 0 },
    ]);
    expect(calls[1]).toEqual([
      {
        ids: tokenizer.encode('<doors> three <sep> go blue <eos> shut <sep>'),
        task: 7,
        rollouts: [1],
        position: 3,
      },
    ]);
  });

  it('stops a turn at any end token of the tokenizer', async () => {
    // The model ends its turns with the second end token.
    const { policy } = scriptedModel({ ...tokenizer, endIds: [0] }, () => 'go red');
    const twoEnds = { ...tokenizer, endIds: [EOS, 0] };
    const { rollouts } = await rollOut({ ...request(policy, [candidate(0)]), tokenizer: twoEnds });
    expect(rollouts[0]).toMatchObject({ turns: ['go red'], finish: 'stop', ids: [...tokenizer.encode('go red'), 0] });
  });

  it('ends after the last turn a family allows, without an observation', async () => {
    const { policy } = scripted({ '0.0': ['go red'], '0.1': ['go blue', 'go blue', 'go blue', 'go red'] });
    const { rollouts } = await rollOut(request(policy, [candidate(0)]));
    expect(rollouts[1].turns).toHaveLength(3);
    expect(rollouts[1].observations).toHaveLength(2);
    expect(rollouts[1].finish).toBe('stop');
  });

  it('cuts off a turn that does not end, and a rollout that would not fit', async () => {
    const { policy } = scripted({ '0.0': ['go go go go'], '0.1': ['go blue', 'go red'] });
    const { rollouts } = await rollOut(request(policy, [candidate(0)], 10));
    expect(rollouts[0]).toMatchObject({ finish: 'length', turns: [], mask: [1, 1, 1] });
    expect(rollouts[1]).toMatchObject({ finish: 'length', turns: ['go blue'], observations: ['shut'] });
  });

  it('keeps tasks and rollouts apart, in order', async () => {
    const { policy } = scripted({ '3.0': ['red'], '3.1': ['go red'], '5.0': ['blue', 'red'], '5.1': ['three red'] });
    const { rollouts } = await rollOut(request(policy, [candidate(3), candidate(5)]));
    expect(rollouts.map(({ task, rollout, turns }) => [task, rollout, turns.at(-1)])).toEqual([
      [3, 0, 'red'],
      [3, 1, 'go red'],
      [5, 0, 'red'],
      [5, 1, 'three red'],
    ]);
  });
});

describe.each(FAMILIES.map((family) => [family.name, family] as const))('rollouts of %s', (_, family) => {
  it('keep to the family’s turns, and what the simulator wrote carries no loss', async () => {
    const tokenizer = tokenizerOf([family]);
    const texts = Array.from({ length: 6 }, (_, i) => family.sampleTask(1 + (i % 2), new RandomStream(9, 0, i)));
    const tasks = texts.map((text, index): Candidate => {
      const inspection = inspectTask(family, text, promptForm(tokenizer.chat));
      return { ...candidate(index), world: family, text, ...inspection };
    });
    const plays = tasks.map(({ task }, i) => family.play(task, new RandomStream(9, 1, i)));
    const { policy } = scriptedModel(tokenizer, ({ task, turn }) => plays[task][turn] ?? plays[task][0]);
    const { rollouts } = await rollOut({ ...request(policy, tasks, 512), tokenizer });
    expect(rollouts).toHaveLength(12);
    expect(rollouts.some(({ observations }) => observations.length > 0)).toBe(family.maxTurns > 1);
    const separator = tokenizer.encode(SEPARATOR)[0];
    for (const { turns, observations, ids, mask, logprobs } of rollouts) {
      expect(turns.length).toBeLessThanOrEqual(family.maxTurns);
      if (family.maxTurns === 1) expect(observations).toEqual([]);
      expect([mask.length, logprobs.length]).toEqual([ids.length, ids.length]);
      const simulated = mask.filter((own) => own === 0).length;
      expect(simulated).toBe(observations.reduce((sum, text) => sum + tokenizer.encode(text).length + 1, 0));
      // Each observation ends with the separator that the agent continues from.
      ids.forEach((id, i) => {
        if (mask[i] === 0 && mask[i + 1] === 1) expect(id).toBe(separator);
      });
    }
  });
});
