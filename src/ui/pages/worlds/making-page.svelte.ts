/** @file Shows what a worker makes, one model at a time: its progress, its end, and what is stored. */
import { type Following, JobThread } from '../../../../workers/jobs/job-thread.ts';
import type { MadeModel, MakingProgress } from '../../../../workers/jobs/pretraining.ts';
import type { PickedFile } from '../../../common/byte-source.ts';
import { Job } from '../../shared/job.svelte.ts';
import { TimeLeft } from '../../shared/time-left.ts';
import { Trying } from '../../shared/trying.svelte.ts';

/** Stores a folder among the browser's models. Resolves to its name in settings, or null if that failed. */
export type StoreModel = (folder: string, files: readonly PickedFile[]) => Promise<string | null>;

/** `Making` is the type that identifies what is being made. */
export abstract class MakingPage<Making> extends Trying {
  making = $state.raw<Making>();
  stopped = $state(false);
  readonly job = new Job<MakingProgress>();
  /** Seconds left at most, estimated from the speed so far. */
  secondsLeft = $state<number>();

  protected readonly thread = new JobThread('pretraining', 'the pre-training');
  private readonly timeLeft = new TimeLeft();

  /** @returns names of the stored models; null if the user stopped */
  protected async makeAll(
    all: readonly { making: Making; make: (following: Following<MakingProgress>) => Promise<MadeModel> }[],
    store: StoreModel,
  ): Promise<string[] | null> {
    this.stopped = false;
    try {
      const names: string[] = [];
      for (const { making, make } of all) {
        this.making = making;
        const model = await this.job.run(({ signal, onProgress }) =>
          make({
            signal,
            onProgress: (progress) => {
              onProgress(progress);
              const { loss, step, steps } = progress;
              const work = loss === null ? undefined : { done: step, total: steps };
              this.secondsLeft = this.timeLeft.estimate(work, performance.now());
            },
          }),
        );
        const name = model && (await store(model.name, model.files));
        if (!name) {
          this.stopped = true;
          return null;
        }
        names.push(name);
      }
      return names;
    } finally {
      this.making = undefined;
    }
  }
}
