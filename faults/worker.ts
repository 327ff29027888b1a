/** @file The process that makes the trials. It tells its parent of each before it begins, so that one that hangs is known. */
import { jobName, jobsOf, runTrials, type Tally } from './campaign.ts';
import { subjects } from './subjects/index.ts';

/** Trials of a job, added to what came of earlier ones. */
export interface Request {
  job: string;
  seed: number;
  first: number;
  end: number;
  tally: Tally;
}

export type Report = { kind: 'trial'; trial: number; tally: Tally } | { kind: 'done'; tally: Tally };

process.on('message', ({ job: name, seed, first, end, tally }: Request) => {
  const report = (message: Report) => process.send!(message);
  const job = jobsOf(subjects).find((one) => jobName(one) === name)!;
  void runTrials(job, tally, { seed, first, end, onTrial: (trial) => report({ kind: 'trial', trial, tally }) }).then(
    () => report({ kind: 'done', tally }),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
// The parent keeps the channel open as long as there is work.
process.on('disconnect', () => process.exit());
