/** @file Shows what a worker makes, one model at a time: its progress, its end, and what is stored. */
import type { OwnFamily } from '../../../tasks/family.ts';
import { type Following, JobThread } from '../../../../workers/jobs/job-thread.ts';
import type { MadeModel, MakingProgress, PairPlan, PairRole, PairSize } from '../../../../workers/jobs/pretraining.ts';
import type { PickedFile } from '../../../common/byte-source.ts';
import { Job, TimeLeft } from '../../shared/job.svelte.ts';
import { Trying } from '../../shared/problems.svelte.ts';

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

export abstract class PairPage extends MakingPage<PairRole> {
  size = $state<PairSize>('small');
  seed = $state(1);
  /** What this device needs to train a pair of this size for this family. */
  plan = $state.raw<PairPlan & { family: OwnFamily; size: PairSize }>();
  planning = $state(false);
  made = $state.raw<{ family: OwnFamily; agent: string; environment: string }>();

  /** Null while the text is neither a world nor tasks. */
  abstract get family(): OwnFamily | null;

  estimate = (): Promise<void> =>
    this.trying(async () => {
      const { family } = this;
      if (!family) return;
      const { size, seed } = this;
      this.planning = true;
      try {
        this.plan = { ...(await this.thread.start('plan-pair', { family, size, seed })), family, size };
      } finally {
        this.planning = false;
      }
    });

  make = (store: StoreModel): Promise<void> =>
    this.trying(async () => {
      const { family, size, seed } = this;
      if (!family || this.making || this.planning) return;
      this.made = undefined;
      const roles = ['agent', 'environment'] as const;
      const request = { family, size, seed };
      const names = await this.makeAll(
        roles.map((making) => ({
          making,
          make: (following) => this.thread.start('pretrain-model', { request, role: making }, following),
        })),
        store,
      );
      if (names) this.made = { family, agent: names[0], environment: names[1] };
    });
}
