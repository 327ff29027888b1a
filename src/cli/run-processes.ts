/**
 * @file Makes several runs of a sweep at once in child processes, because one process has a single thread for
 * everything but its kernels. Each process makes one run at a time and is reused. Logs are byte-identical to runs in
 * this process, because a run depends only on its settings and its log.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CodedError } from '../common/coded-error.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import type { SweepRun } from '../sweeps/sweep-file.ts';
import type { RunOne, RunResult } from '../sweeps/run-one.ts';

/** Options of a run process. They are its only argument, as JSON. */
export interface RunProcessOptions {
  /** Folder of the sweep, which holds the logs. */
  folder: string;
  /** Folder in which model names are looked up. */
  models: string;
}

/** A process makes one run at a time. `stop` ends the run after the current stage. */
export type ToRunProcess = { type: 'run'; run: SweepRun } | { type: 'stop' };

/** Reports each finished epoch, and finally how the run ended. */
export type FromRunProcess =
  | { type: 'epoch'; epoch: number }
  | { type: 'finished'; result: RunResult }
  | { type: 'failed'; error: ErrorData };

const ENTRY = fileURLToPath(new URL('./run-process.ts', import.meta.url));
/** Lets a process load TypeScript. */
const LOADER = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

const asError = (data: ErrorData): Error =>
  data.code === null ? new Error(data.message) : new CodedError(data.code, data.parameters);

export class RunProcesses {
  private readonly idle: ChildProcess[] = [];
  private readonly all = new Set<ChildProcess>();

  constructor(private readonly options: RunProcessOptions) {}

  /** Ids of the live processes. */
  get pids(): number[] {
    return [...this.all].flatMap(({ pid }) => pid ?? []);
  }

  /** Starts a process if none is idle, so there are as many processes as simultaneous runs. */
  readonly runOne: RunOne = async (run, onEpoch, signal) => {
    const child = this.idle.pop() ?? this.start();
    const stop = () => this.say(child, { type: 'stop' });
    signal.addEventListener('abort', stop);
    try {
      return await this.ended(child, onEpoch, () => {
        this.say(child, { type: 'run', run });
        if (signal.aborted) stop();
      });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      if (this.all.has(child)) this.idle.push(child);
    }
  };

  /** Ends the processes and waits for their exit. */
  async dispose(): Promise<void> {
    await Promise.all(
      [...this.all].map(async (child) => {
        const ended = once(child, 'exit');
        if (child.connected) child.disconnect();
        await ended;
      }),
    );
  }

  private start(): ChildProcess {
    const child = fork(ENTRY, [JSON.stringify(this.options)], { execArgv: ['--import', LOADER] });
    this.all.add(child);
    child.once('exit', () => this.all.delete(child));
    return child;
  }

  private say(child: ChildProcess, message: ToRunProcess): void {
    // Sending to a process that just ended fails; its `exit` event reports the end.
    if (child.connected) child.send(message, () => {});
  }

  private ended(child: ChildProcess, onEpoch: (epoch: number) => void, begin: () => void): Promise<RunResult> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        finish();
      };
      const onMessage = (message: FromRunProcess) => {
        if (message.type === 'epoch') onEpoch(message.epoch);
        else if (message.type === 'finished') settle(() => resolve(message.result));
        else settle(() => reject(asError(message.error)));
      };
      const onError = (error: Error) => settle(() => reject(error));
      const onExit = (status: number | null, killedBy: NodeJS.Signals | null) =>
        settle(() => reject(new CodedError('run-process-ended', { how: killedBy ?? String(status) })));
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      begin();
    });
  }
}
