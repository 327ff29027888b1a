/**
 * @file A seeded fault campaign: every kind of fault on every kind of file, trial by trial. A trial passes where the
 * product says a sentence or goes on with everything that it had acknowledged; anything else it throws is a failure.
 *
 * Trial t of a job is a function of the seed, the job's name and t alone, so each can be repeated by itself.
 */
import { RandomStream } from '../src/random/random-stream.ts';

/** The ways in which a trial passes: the product refused with a sentence, or went on with all that is whole. */
export type Outcome = 'refused' | 'recovered';

/** One kind of file, or one door of the product, and the faults it is given. */
export interface Subject {
  readonly name: string;
  readonly faults: readonly string[];
  /** Trials of one fault where a campaign has `trials` of the usual ones. */
  trialsOf?(trials: number): number;
  /** The longest that a trial may take, milliseconds; absent: {@link TRIAL_LIMIT}. */
  readonly limit?: number;
  /** Makes once what the trials share; null if this machine lacks what it needs. */
  open(): Promise<Trials | null>;
}

export interface Trials {
  /** @throws where the product did what it must not: the message says what */
  run(fault: string, random: RandomStream): Promise<Outcome>;
  close?(): Promise<void>;
}

export interface Job {
  subject: Subject;
  fault: string;
}

export interface Failure {
  /** Number of the trial in its job. */
  trial: number;
  message: string;
}

/** The results of a job's trials. */
export interface Tally {
  subject: string;
  fault: string;
  trials: number;
  refused: number;
  recovered: number;
  failures: Failure[];
  /** True if this machine lacks what the subject needs. */
  skipped: boolean;
}

/** Far more than any trial takes on a busy machine, and far less than for ever. */
const TRIAL_LIMIT = 20_000;
export const limitOf = ({ limit = TRIAL_LIMIT }: Subject): number => limit;

export const jobName = ({ subject, fault }: Job): string => `${subject.name}/${fault}`;

/** @param only a part of the names of the jobs to make, such as `checkpoints` or `models/bit flipped` */
export const jobsOf = (subjects: readonly Subject[], only = ''): Job[] =>
  subjects
    .flatMap((subject) => subject.faults.map((fault) => ({ subject, fault })))
    .filter((job) => jobName(job).includes(only));

export const trialsOf = ({ subject }: Job, trials: number): number => subject.trialsOf?.(trials) ?? trials;

/** FNV-1a of 32 bits: a job keeps its random numbers whatever other jobs there are. */
function streamOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

export const emptyTally = ({ subject, fault }: Job): Tally => ({
  subject: subject.name,
  fault,
  trials: 0,
  refused: 0,
  recovered: 0,
  failures: [],
  skipped: false,
});

/**
 * Makes trials of a job, adding what came of them.
 * @param onTrial is told of each trial before it begins
 */
export async function runTrials(
  job: Job,
  tally: Tally,
  { seed, first, end, onTrial }: { seed: number; first: number; end: number; onTrial?: (trial: number) => void },
): Promise<void> {
  const trials = await job.subject.open();
  if (!trials) {
    tally.skipped = true;
    return;
  }
  try {
    for (let trial = first; trial < end; trial += 1) {
      onTrial?.(trial);
      await runTrial(job, trials, tally, seed, trial);
    }
  } finally {
    await trials.close?.();
  }
}

async function runTrial(job: Job, trials: Trials, tally: Tally, seed: number, trial: number): Promise<void> {
  const began = performance.now();
  tally.trials += 1;
  try {
    const outcome = await trials.run(job.fault, new RandomStream(seed, streamOf(jobName(job)), trial));
    const took = performance.now() - began;
    if (took > limitOf(job.subject)) throw new Error(`It took ${(took / 1000).toFixed(1)} s.`);
    tally[outcome] += 1;
  } catch (error) {
    tally.failures.push({ trial, message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
}
