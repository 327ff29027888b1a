import { describe, expect, it } from 'vitest';
import { wordLevelTokenizer } from '../../lm/tokenizer.ts';
import type { Family } from '../../tasks/family.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { agentReward } from './agent-reward.ts';
import { cutOff, inspectTask } from './inspect-task.ts';
import type { Completion, Policy, Prompt } from '../../policy/policy.ts';
import { parseSettings } from '../settings/settings.ts';
import { writeTasks } from './write-tasks.ts';

/** Every word is a task of its own kind. */
const kinds = {
  name: 'kinds',
  reward: 'soft',
  maxTaskTokens: 3,
  parse: (text: string) =>
    text === 'noise' ? { ok: false, reason: 'Noise is not a task.' } : { ok: true, task: text },
  level: (task: string) => task.length,
  prompt: (task: string) => task,
  oracle: (task: string) =>
    task === 'impossible'
      ? { solvable: false, reason: 'Nobody can do this.' }
      : { solvable: true, answers: ['yes please'], length: 2 },
  audit: (task: string) => (task === 'trivial' || task === 'ambiguous' ? task : 'valid'),
  score: (_: string, [turn]: string[]) => ({
    reward: turn === 'yes please' ? 1 : 0.6,
    success: turn === 'yes please',
    wellFormed: true,
    reason: 'Compared.',
  }),
  sampleSeed: (random: RandomStream) => random.choice(['a', 'b']),
} as unknown as Family<unknown>;

describe('inspectTask', () => {
  it('tells apart what is wrong with a text', () => {
    expect(inspectTask(kinds, 'noise')).toMatchObject({
      verdict: 'unparseable',
      reason: 'Noise is not a task.',
      level: 0,
      task: null,
    });
    expect(inspectTask(kinds, 'impossible')).toMatchObject({
      verdict: 'unsolvable',
      reason: 'Nobody can do this.',
      level: 10,
      oracleLength: 0,
      task: null,
    });
    expect(inspectTask(kinds, 'trivial')).toMatchObject({
      verdict: 'trivial',
      reason: 'The answer stands in the prompt.',
      task: null,
    });
    expect(inspectTask(kinds, 'ambiguous')).toMatchObject({ verdict: 'ambiguous', oracleLength: 2, task: null });
    expect(inspectTask(kinds, 'fine')).toEqual({
      verdict: 'valid',
      reason: '',
      level: 4,
      oracleLength: 2,
      prompt: '<kinds> fine <sep>',
      task: 'fine',
    });
  });

  it('calls a text without an end no task', () => {
    expect(cutOff(3)).toMatchObject({ verdict: 'unparseable', task: null });
  });
});

describe('agentReward', () => {
  it('counts a soft reward as a success from the threshold on', () => {
    const verdict = (threshold: number) => agentReward(kinds, 'fine', ['maybe'], 'stop', threshold);
    expect(verdict(0.6)).toMatchObject({ reward: 0.6, success: true });
    expect(verdict(0.61)).toMatchObject({ reward: 0.6, success: false });
  });

  it('leaves exact rules to the family', () => {
    const exact = { ...kinds, reward: 'exact' } as Family<unknown>;
    expect(agentReward(exact, 'fine', ['maybe'], 'stop', 0.1).success).toBe(false);
  });

  it('gives nothing for an answer that was cut off', () => {
    expect(agentReward(kinds, 'fine', ['yes please'], 'length', 0.5)).toMatchObject({
      reward: 0,
      success: false,
      wellFormed: false,
    });
  });
});

describe('writeTasks', () => {
  const tokenizer = wordLevelTokenizer(['<kinds>', '<b0>', '<b1>', '<b2>', '<b3>', '<b4>', 'a', 'b', 'go', 'on']);
  const EOS = tokenizer.specialIds.eos!;

  /** Writes `go <eos>` for even task batches and is cut off at odd ones. */
  function writer() {
    const calls: Prompt[][] = [];
    const policy = {
      generate: async (prompts: readonly Prompt[], { maxNewTokens }: { maxNewTokens: number }) => {
        calls.push([...prompts]);
        const completions = prompts.flatMap(({ task, rollouts }) =>
          rollouts.map((rollout): Completion => {
            const ends = task % 2 === 0;
            const ids = ends
              ? [...tokenizer.encode('go'), EOS]
              : Array.from({ length: maxNewTokens }, () => tokenizer.encode('on')[0]);
            return { task, rollout, ids, logprobs: ids.map(() => -1), finish: ends ? 'stop' : 'length' };
          }),
        );
        return { completions, flops: 1 };
      },
    } as unknown as Policy;
    return { policy, calls };
  }

  const request = (policy: Policy, needed: number, settings: object) => ({
    writer: policy,
    families: [kinds as Family],
    tokenizer,
    settings: parseSettings({ variations: 2, overSampling: 1, ...settings }),
    epoch: 3,
    recentSuccess: { kinds: 0.99 },
    source: 'environment' as const,
    needed,
    refuse: () => '',
  });

  it('draws again until there are enough valid tasks, each with its own index and batch', async () => {
    const { policy, calls } = writer();
    const { candidates, tokens, flops } = await writeTasks(request(policy, 6, {}));
    expect(calls.map((prompts) => prompts.map(({ task }) => task))).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(candidates.map(({ text }) => text.index)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    expect(candidates.filter(({ text }) => text.used).map(({ text }) => text.batch)).toEqual([0, 0, 2, 2, 4, 4]);
    expect(candidates[2].text).toMatchObject({ verdict: 'unparseable', used: false });
    expect(candidates[2].text.reason).toBe('The text was cut off after 3 tokens, before its end.');
    expect(candidates[0].text.context).toMatch(/^<kinds> <b4> [ab]$/);
    expect([tokens, flops]).toEqual([6 * 2 + 6 * 3, 2]);
  });

  it('gives up after so many draws, and goes on with fewer', async () => {
    const { policy, calls } = writer();
    const { candidates } = await writeTasks(request(policy, 6, { maxDraws: 1 }));
    expect(calls).toHaveLength(1);
    expect(candidates.filter(({ text }) => text.used)).toHaveLength(4);
  });
});
