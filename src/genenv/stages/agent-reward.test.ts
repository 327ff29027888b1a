import { describe, expect, it } from 'vitest';
import type { Family } from '../../tasks/family.ts';
import { kinds } from '../testing/kinds-family.ts';
import { agentReward } from './score-rollouts.ts';

describe('agentReward', () => {
  it('counts a soft reward as a success from the threshold on', () => {
    const scored = (threshold: number) => agentReward(kinds, 'fine', ['maybe'], 'stop', threshold);
    expect(scored(0.6)).toMatchObject({ reward: 0.6, success: true });
    expect(scored(0.61)).toMatchObject({ reward: 0.6, success: false });
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
      reason: { code: 'answer-cut-off' },
    });
  });
});
