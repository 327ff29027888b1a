import { describe, expect, it } from 'vitest';
import { byteTokenizer } from '../../lm/testing/byte-tokenizer.ts';
import { CHATML } from '../../lm/testing/chatml.ts';
import { wordLevelTokenizer } from '../../lm/files/tokenizer.ts';
import type { Sampler } from '../../policy/policy.ts';
import { scriptedModel } from '../../policy/testing/scripted-policy.ts';
import { englishCalls } from '../../tasks/families/english-calls/english-calls.ts';
import type { Family } from '../../tasks/family.ts';
import { parseSettings } from '../settings/settings.ts';
import { kinds } from '../testing/kinds-family.ts';
import { drawContext, writeTasks } from './write-tasks.ts';

describe('writeTasks', () => {
  const tokenizer = wordLevelTokenizer('<kinds> <others> <b0> <b1> <b2> <b3> <b4> a b go <sep> yes please'.split(' '));

  /** Makes a writer that writes `go <eos>` in even task batches and is cut off in odd batches. */
  const writer = () => scriptedModel(tokenizer, ({ task }) => (task % 2 === 0 ? 'go' : null));

  const request = (policy: Pick<Sampler, 'generate'>, needed: number, settings: object) => ({
    writer: policy,
    families: [kinds as Family],
    tokenizer,
    settings: parseSettings({ variations: 2, overSampling: 1, ...settings }),
    epoch: 3,
    state: { recentSuccess: { kinds: 0.99 } },
    source: 'environment' as const,
    needed,
    refuse: () => null,
  });

  it('draws again until there are enough valid tasks, each with its own index and batch', async () => {
    const { policy, calls } = writer();
    const { candidates, tokens, flops } = await writeTasks(request(policy, 6, {}));
    expect(calls.map((prompts) => prompts.map(({ task }) => task))).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(candidates.map(({ index }) => index)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    expect(candidates.filter(({ used }) => used).map(({ batch }) => batch)).toEqual([0, 0, 2, 2, 4, 4]);
    expect(candidates[2]).toMatchObject({ verdict: 'unparseable', used: false });
    expect(candidates[2].reason).toEqual({ code: 'cut-off', tokens: 3 });
    expect(candidates[0].context).toMatch(/^<kinds> <b4> [ab]$/);
    expect([tokens, flops]).toEqual([6 * 2 + 6 * 3, 2]);
  });

  it('attempts the chosen ones of a draw’s valid tasks, and draws again for the rest', async () => {
    const { policy } = writer();
    const asked: [number, number][] = [];
    const { candidates } = await writeTasks({
      ...request(policy, 5, {}),
      choose: (valid, count) => {
        asked.push([valid.length, count]);
        return valid.slice(-1);
      },
    });
    expect(asked).toEqual([5, 4, 3, 2, 1].map((count) => [2, count]));
    expect(candidates.filter(({ used }) => used).map(({ index }) => index)).toEqual([1, 5, 9, 13, 17]);
  });

  it('states the agent’s success, or one half if conditioning is off', () => {
    const told = (conditioning: boolean) => drawContext(request(writer().policy, 1, { conditioning }), 0).text;
    expect(told(true)).toMatch(/^<kinds> <b4> [ab]$/);
    expect(told(false)).toMatch(/^<kinds> <b2> [ab]$/);
  });

  it('takes families in turn, and begins each epoch with the next one', () => {
    const other = { ...kinds, name: 'others', token: '<others>' } as unknown as Family;
    const { policy } = writer();
    const families = [kinds as Family, other];
    const namesIn = (epoch: number) =>
      [0, 1, 2].map(
        (batch) =>
          drawContext(
            { ...request(policy, 1, {}), families, epoch, state: { recentSuccess: { kinds: 0, others: 0 } } },
            batch,
          ).family.name,
      );
    expect(namesIn(2)).toEqual(['kinds', 'others', 'kinds']);
    expect(namesIn(3)).toEqual(['others', 'kinds', 'others']);
  });

  it('writes more texts at once than needed, and gives up after `maxDraws` draws', async () => {
    const { policy, calls } = writer();
    const { candidates } = await writeTasks(request(policy, 6, { overSampling: 1.5, maxDraws: 1 }));
    expect(calls.map((prompts) => prompts.length)).toEqual([4]);
    expect(candidates.filter(({ used }) => used)).toHaveLength(4);
  });

  it('tells base samples, each attempted in one batch with its variations, and has a reason for one that is no task', async () => {
    const { policy, calls } = writer();
    const world = {
      ...kinds,
      splitSeed: (text: string) => ({ seed: text.split(' ')[0], rest: '' }),
    } as unknown as Family;
    const samples = [['b go', 'noise', 'impossible', 'a a']];
    const told = async (taskContext: 'base-seed' | 'base-sample') => {
      const asked = { ...request(policy, 9, { taskContext, maxDraws: 2 }), families: [world], samples };
      return (await writeTasks(asked)).candidates;
    };
    const candidates = await told('base-sample');
    expect(candidates.map(({ index }) => index)).toEqual(candidates.map((_, place) => place));
    const bases = candidates.filter(({ source }) => source === 'base');
    expect(bases.map(({ text, used, reason }) => [text, used, reason?.code])).toEqual([
      ['b go', true, undefined],
      ['noise', false, 'kinds/noise'],
      ['impossible', false, 'kinds/impossible'],
      ['a a', true, undefined],
    ]);
    // A draw has three contexts. The environment writes nothing for invalid samples. The fifth context begins again
    // with the first sample.
    expect(calls.map((prompts) => prompts.map(({ task }) => task))).toEqual([[0], [3, 4]]);
    const first = candidates.filter(({ batch }) => batch === 0);
    expect(first.map(({ source, context }) => [source, context])).toEqual([
      ['base', ''],
      ...Array(2).fill(['environment', '<kinds> <b4> b go <sep> yes please <sep> b']),
    ]);
    expect(first[1].reason).toEqual({ code: 'copied-base-sample' });
    expect(candidates.filter(({ batch }) => batch === 4).map(({ source }) => source)).toEqual(
      Array(2).fill('environment'),
    );
    const beginnings = (await told('base-seed')).flatMap(({ source, context }) => (source === 'base' ? [] : [context]));
    expect(new Set(beginnings)).toEqual(new Set(['<kinds> <b4> b', '<kinds> <b4> a']));
  });

  it('asks for a task in natural language through the chat template, and reads the text after the seed', async () => {
    const written = [
      ' Send roses for Amy.", "tools": ["weather", "flowers"]}',
      "\", \"tools\": ['weather', 'taxi',",
      '?',
    ];
    const words: string[] = [];
    const model = scriptedModel(byteTokenizer({ chat_template: CHATML }), ({ prompt, rollout }) => {
      words.push(prompt);
      return written[rollout];
    });
    const { candidates } = await writeTasks({
      ...request(model.policy, 3, { variations: 3, maxDraws: 1 }),
      families: [englishCalls as Family],
      tokenizer: model.tokenizer,
      state: { recentSuccess: { 'english-calls': 0.7 } },
    });
    const [{ seed, text, prompt, task }, repaired, refused] = candidates;
    expect(words[0]).toContain('Success: 70%');
    expect(words[0].endsWith(`<|im_start|>assistant\n${seed}`)).toBe(true);
    expect(text).toBe(seed + written[0]);
    expect(task === null || prompt.endsWith('<|im_start|>assistant\n')).toBe(true);
    expect(repaired.verdict).not.toBe('unparseable');
    expect(refused).toMatchObject({ verdict: 'unparseable', reason: { code: 'english-calls/no-tools' } });
  });
});
