/**
 * @file Jobs in a process of their own, under a watch: a trial that does not end, or that ends the process, is a failure,
 * and the job goes on after it in a new process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { adapterEnvironment } from '../src/cli/adapter-environment.mjs';
import { emptyTally, type Job, jobName, limitOf, type Tally } from './campaign.ts';
import type { Report, Request } from './worker.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** Before its first trial a job makes what its trials share. */
const OPENING_LIMIT = 900_000;

export class WatchedWorker {
  private child: ChildProcess | undefined;

  /** @param program that makes the trials; a test puts one in its place that hangs */
  constructor(private readonly program = WORKER) {}

  /** Makes the trials from `begin` up to `end`. */
  async run(job: Job, seed: number, begin: number, end: number): Promise<Tally> {
    let tally = emptyTally(job);
    for (let first = begin; first < end;) {
      const stopped = await this.trials(
        { job: jobName(job), seed, first, end, tally },
        limitOf(job.subject),
        (report) => {
          ({ tally } = report);
        },
      );
      if (!stopped) return tally;
      tally.trials += 1;
      tally.failures.push({ trial: stopped.trial, message: stopped.why });
      if (stopped.trial < first) return tally;
      first = stopped.trial + 1;
    }
    return tally;
  }

  close(): void {
    this.child?.disconnect();
    this.child = undefined;
  }

  /** @returns the trial that ended the process or did not end itself; null where all trials ended */
  private trials(
    request: Request,
    limit: number,
    onReport: (report: Report) => void,
  ): Promise<{ trial: number; why: string } | null> {
    const child = (this.child ??= fork(this.program, {
      execArgv: ['--import', import.meta.resolve('tsx')],
      env: { ...process.env, ...adapterEnvironment() },
    }));
    return new Promise((resolve) => {
      let trial = request.first - 1;
      let timer: NodeJS.Timeout;
      const finish = (result: { trial: number; why: string } | null) => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (result) {
          child.kill('SIGKILL');
          this.child = undefined;
        }
        resolve(result);
      };
      const watch = (milliseconds: number) => {
        clearTimeout(timer);
        timer = setTimeout(
          () => finish({ trial, why: `It had not ended after ${milliseconds / 1000} s.` }),
          milliseconds,
        );
      };
      child.on('message', (report: Report) => {
        onReport(report);
        if (report.kind === 'done') return finish(null);
        ({ trial } = report);
        // A trial that merely takes long says so itself, somewhat earlier.
        watch(2 * limit);
      });
      child.on('exit', (code, signal) => finish({ trial, why: `It ended the process (${signal ?? code}).` }));
      watch(OPENING_LIMIT);
      child.send(request);
    });
  }
}
