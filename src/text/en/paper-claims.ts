/** @file The paper's claims (GenEnv, arXiv 2512.19682) in words, and what runs at toy scale say of each. */
import { FIGURE_1B, FIGURE_5_RESPONSE_LENGTHS, FIGURE_5_TASK_LENGTHS, FIGURE_7_BAND } from '../../analysis/paper.ts';
import type { ClaimQuantity, Finding, PaperClaimCode } from '../../analysis/results/paper-claims.ts';
import type { Estimate } from '../../analysis/statistics.ts';
import { signed } from '../numbers.ts';
import { armTitle } from './arms.ts';
import { claimSentence } from './claims.ts';

interface ClaimWords {
  /** The claim, in short. */
  claim: string;
  /** The place in the paper, with its numbers. */
  source: string;
}

const points = (arm: string): string => `${FIGURE_1B.genenv} against ${FIGURE_1B[arm]}% on BFCL validation (Figure 1b)`;
const ends = (values: readonly number[]): string => `${values[0]} to ${values[values.length - 1]} tokens`;

export const paperClaims: Readonly<Record<PaperClaimCode, ClaimWords>> = {
  'training-helps': {
    claim: 'Training in co-evolution improves the agent.',
    source: '53.6 against 33.0% on average over five benchmarks (Table 1)',
  },
  'beats-random': {
    claim: 'An environment that learns beats the same one frozen (GenEnv-Random): difficulty alignment helps.',
    source: points('random'),
  },
  'beats-static': {
    claim: 'Tasks made while the agent learns beat tasks made once (GenEnv-Static).',
    source: points('static'),
  },
  'beats-offline-2x': {
    claim: 'GenEnv beats more data from a stronger frozen teacher, ×2.',
    source: points('offline-2x'),
  },
  'beats-offline-4x': {
    claim: 'GenEnv beats still more data from a stronger frozen teacher, ×4.',
    source: points('offline-4x'),
  },
  'fewer-samples': {
    claim: 'GenEnv needs fewer samples than a stronger frozen teacher.',
    source: '544 base samples against 1,777, 3.3 times as many; what its environment wrote is not counted there',
  },
  'success-in-band': {
    claim: 'p̂ comes into the band around α and stays there.',
    source: `in [${FIGURE_7_BAND.join(', ')}] from the second epoch on (Figure 7)`,
  },
  'more-mixed-groups': {
    claim: 'Fewer groups are without a signal, all solved or none.',
    source: 'Figure 8, against GenEnv-Random',
  },
  'harder-tasks': {
    claim: 'The environment writes harder, longer tasks as the agent improves.',
    source: `said of Figure 5, whose numbers fall: ${ends(FIGURE_5_TASK_LENGTHS)}`,
  },
  'longer-answers': {
    claim: 'The agent’s answers grow longer.',
    source: `${ends(FIGURE_5_RESPONSE_LENGTHS)} in six epochs (Figure 5)`,
  },
};

const quantities: Readonly<Record<ClaimQuantity, string>> = {
  learned: 'held-out success after training minus before',
  'later-success': 'mean p̂ in the second half of the run',
  'later-share-in-band': 'share of the second half’s epochs with p̂ in the band',
  'mixed-share': 'share of groups with different rewards',
  'task-length-growth': 'tokens of a task, last sixth of the run minus first',
  'level-growth': 'level of the tasks, last sixth of the run minus first',
  'level-climb': 'level of the tasks, last sixth of the run minus the lowest',
  'answer-length-growth': 'tokens of an answer, last sixth of the run minus first',
};

function estimateSentence(what: string, { mean, interval, n }: Estimate): string {
  if (!interval) return `${what}: ${signed(mean)} in a single run; an interval needs at least two.`;
  const { level, low, high } = interval;
  return `${what}: ${signed(mean)} [${signed(low)}, ${signed(high)}] (${level * 100}% bootstrap interval, n = ${n}).`;
}

/** Of a binary logarithm. */
const times = (log2: number): string => (2 ** log2).toPrecision(2);

/** Names the paper's arms that these runs do not have. */
export const missingArms = (arms: readonly string[]): string =>
  `Not among these runs: ${arms.map(armTitle).join(', ')}.`;

/** The finding of a test, with interval and n, or the reason why it found nothing. */
export function findingSentence(finding: Finding): string {
  switch (finding.kind) {
    case 'comparison':
      return claimSentence(finding.claim);
    case 'quantity': {
      const { quantity, overRandom, found } = finding;
      const whose = overRandom ? `${armTitle('genenv')} − ${armTitle('random')}` : armTitle('genenv');
      return estimateSentence(`${whose}, ${quantities[quantity]}`, found);
    }
    case 'samples': {
      const { arm, log2Ratio, short } = finding;
      const never = short > 0 ? ` Runs that never did, and count with all their samples: ${short}.` : '';
      const { mean, interval, n } = log2Ratio;
      const between = interval ? ` [${times(interval.low)}, ${times(interval.high)}]` : '';
      return `Samples of ${armTitle(arm)} over those of ${armTitle('genenv')} until it succeeds as often: ${times(mean)}${between} (geometric mean of ${n} runs${interval ? `, ${interval.level * 100}% bootstrap interval` : ''}).${never}`;
    }
    case 'missing-arms':
      return missingArms(finding.arms);
    case 'no-common-seed':
      return 'No seed has both arms.';
  }
}
