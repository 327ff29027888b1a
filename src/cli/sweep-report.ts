/**
 * @file What a sweep found, as text: a table of arms, and what may be said of two of them. No mean without its n, no claim
 * without its interval.
 */
import Table from 'cli-table3';
import { armsOf, conditionsOf } from '../analysis/comparison.ts';
import type { Axis, Runs } from '../analysis/axes.ts';
import { compareArms, saidOnce } from '../analysis/claims.ts';
import type { Row } from '../figures/figure.ts';
import { finalSuccess } from '../figures/table-1.ts';

/** Who is ahead may depend on whether the environment's training is paid for. */
const CLAIM_AXES: readonly Axis[] = ['rollouts', 'flops'];

const share = (value: Row[string]): string => Number(value).toFixed(3);

/** Held-out success of every arm after an equal number of agent rollouts. */
export function armTable({ summaries, telemetry }: Runs): string {
  const table = new Table({
    head: ['Condition', 'Family', 'Arm', 'Rollouts', 'Held-out success', '95% interval', 'n'],
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { label, runs } of conditionsOf(summaries))
    for (const { family, title, rollouts, n, mean, low, high } of finalSuccess({ summaries: runs, telemetry }))
      table.push([
        label || 'all',
        String(family),
        String(title),
        String(rollouts),
        share(mean),
        low === null ? 'needs 2 runs' : `[${share(low)}, ${share(high)}]`,
        String(n),
      ]);
  return table.length === 0 ? 'No run was evaluated on held-out tasks: there is nothing to compare.' : table.toString();
}

/** GenEnv against every other arm (the first arm, where it is not among them), at equal rollouts and at equal FLOPs. */
export function claimSentences(runs: Runs): string[] {
  const arms = armsOf(runs.summaries);
  const treatment = arms.includes('genenv') ? 'genenv' : arms[0];
  const claims = arms
    .filter((arm) => arm !== treatment)
    .flatMap((control) => CLAIM_AXES.flatMap((axis) => compareArms(runs, { treatment, control, axis })));
  return saidOnce(claims).map(({ sentence }) => sentence);
}
