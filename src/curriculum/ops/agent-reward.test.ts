import { expect, it } from 'vitest';
import { tokenF1 } from '../../tasks/text.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../../tensor/tape.ts';
import { describeStyles } from '../../tensor/testing/check-op.ts';
import type { RewardQuestion } from '../curriculum.ts';
import { agentRewards, rewardRules, uploadRagged } from './assess.ts';

interface Case {
  rule: RewardQuestion['rule'];
  given?: number;
  answer?: number[];
  reference?: number[];
}

describeStyles('agent rewards', (device) => {
  async function rewards(cases: readonly Case[]): Promise<number[]> {
    const tape = new Tape(device());
    const values = await device().read(
      agentRewards(
        tape,
        tape.upload(Uint32Array.from(cases, ({ rule }) => rewardRules.indexOf(rule))),
        tape.upload(Float32Array.from(cases, ({ given = 0 }) => given)),
        uploadRagged(
          tape,
          cases.map(({ answer = [] }) => answer),
        ),
        uploadRagged(
          tape,
          cases.map(({ reference = [] }) => reference),
        ),
      ),
    );
    tape.dispose();
    return [...values];
  }

  it('takes a verdict as it is, and compares whole answers token by token', async () => {
    const cases: Case[] = [
      { rule: 'given', given: 0.25, answer: [1], reference: [1] },
      { rule: 'exact-match', answer: [3, 1, 4], reference: [3, 1, 4] },
      { rule: 'exact-match', answer: [3, 1], reference: [3, 1, 4] },
      { rule: 'exact-match', answer: [3, 1, 5], reference: [3, 1, 4] },
      { rule: 'exact-match', answer: [], reference: [] },
      { rule: 'token-f1', answer: [], reference: [] },
    ];
    expect(await rewards(cases)).toEqual([0.25, 1, 0, 0, 1, 0]);
  });

  it('gives the token F1 of the official rule, words as ids, on 2,000 pairs', async () => {
    const random = new RandomStream(6, 6);
    const words = () => Array.from({ length: random.integer(9) }, () => random.integer(6));
    const cases = Array.from({ length: 2000 }, (): Case => ({ rule: 'token-f1', answer: words(), reference: words() }));
    const text = (ids: readonly number[]) => ids.map((id) => `word${id}`).join(' ');
    const actual = await rewards(cases);
    cases.forEach(({ answer, reference }, i) =>
      expect(actual[i]).toBeCloseTo(tokenF1(text(answer!), [text(reference!)]), 6),
    );
  });
});
