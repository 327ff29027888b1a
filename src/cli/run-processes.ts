/**
 * @file Makes runs of a sweep in processes of their own, so that several are made at once: a process has one thread for
 * everything but its kernels. Each process makes one run at a time and is kept for the next. The bytes are those of runs
 * made here: a run depends on its settings and its log alone.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CodedError } from '../common/coded-error.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import type { SweepRun } from '../sweeps/sweep-file.ts';
import type { RunOne, RunResult } from '../sweeps/run-one.ts';

/** The options of a process; its only argument, as JSON. */
export interface RunProcessOptions {
  /** The folder of the sweep: logs lie in it. */
  folder: string;
  /** In which model names are looked up. */
  models: string;
}

/** A process makes one run at a time; `stop` stops it after the stage under way. */
export type ToRunProcess = { type: 'run'; run: SweepRun } | { type: 'stop' };

/** Epochs as they end, then how the run ended. */
export type FromRunProcess =
  | { type: 'epoch'; epoch: number }
  | { type: 'finished'; result: RunResult }
  | { type: 'failed'; error: ErrorData };

const ENTRY = fileURLToPath(new URL('./run-process.ts', import.meta.url));
/** Reads TypeScript. */
const LOADER = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

const asError = (data: ErrorData): Error =>
  data.code === null ? new Error(data.message) : new CodedError(data.code, data.parameters);

export class RunProcesses {
  private readonly idle: ChildProcess[] = [];
  private readonly all = new Set<ChildProcess>();

  constructor(private readonly options: RunProcessOptions) {}

  /** The ids of live processes. */
  get pids(): number[] {
    return [...this.all].flatMap(({ pid }) => pid ?? []);
  }

  /** A `RunOne`: starts a process where none is idle, so there are as many as runs are made at once. */
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

  /** Ends the processes, and waits until they have ended. */
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
    // To a process that has just ended nothing can be said; its end is an event of its own.
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
