/** @file A campaign of few trials in the process of the test. */
import { emptyTally, jobsOf, runTrials, type Subject, type Tally, trialsOf } from '../campaign.ts';

export const SEED = 1;
/** Texts have many trials each; a short campaign has fewer. */
const MOST = 40;

export async function campaign(subjects: readonly Subject[], trials: number): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const job of jobsOf(subjects)) {
    const tally = emptyTally(job);
    await runTrials(job, tally, { seed: SEED, first: 0, end: Math.min(trialsOf(job, trials), MOST) });
    tallies.push(tally);
  }
  return tallies;
}

/** Failures by job and trial: empty if all is well. */
export const failed = (tallies: readonly Tally[]): string[] =>
  tallies.flatMap(({ subject, fault, failures }) =>
    failures.map(({ trial, message }) => `${subject}/${fault} ${trial}: ${message}`),
  );
