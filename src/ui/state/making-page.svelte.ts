/** @file Holds the state of a page that makes models in a worker, one at a time, and stores them. */
import type { OwnFamily } from '../../tasks/family.ts';
import { type Following, JobThread } from '../../../workers/jobs/job-thread.ts';
import type { MadeModel, MakingProgress, PairPlan, PairRole, PairSize } from '../../../workers/jobs/pretraining.ts';
import type { PickedFile } from '../../common/byte-source.ts';
import { Job, TimeLeft } from '../shared/job.svelte.ts';
import { Trying } from '../shared/problems.svelte.ts';

/** Stores a folder among the browser's models. Resolves to the model's name in settings, or null if storing failed. */
export type StoreModel = (folder: string, files: readonly PickedFile[]) => Promise<string | null>;

/** Base of the pages that make models. `Making` identifies the model being made. */
export abstract class MakingPage<Making> extends Trying {
  making = $state.raw<Making>();
  readonly job = new Job<MakingProgress>();
  /** Upper estimate of the seconds left, from the speed so far. */
  secondsLeft = $state<number>();

  protected readonly thread = new JobThread('pretraining', 'the pre-training');
  private readonly timeLeft = new TimeLeft();

  /**
   * Makes a model and stores it.
   * @returns the model's name in settings; null if the user stopped or storing failed
   */
  protected async makeOne(
    making: Making,
    make: (following: Following<MakingProgress>) => Promise<MadeModel>,
    store: StoreModel,
  ): Promise<string | null> {
    this.making = making;
    try {
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
      return model && (await store(model.name, model.files));
    } finally {
      this.making = undefined;
    }
  }
}

export abstract class PairPage extends MakingPage<PairRole> {
  size = $state<PairSize>('small');
  seed = $state(1);
  /** Time and memory that this device needs to train the pair. */
  plan = $state.raw<PairPlan & { family: OwnFamily; size: PairSize }>();
  readonly planning = new Job<never>();
  made = $state.raw<{ family: OwnFamily; agent: string; environment: string }>();

  /** The user's world or tasks. Null while the input is invalid. */
  abstract get family(): OwnFamily | null;

  estimate = (): Promise<void> =>
    this.trying(async () => {
      const { family, size, seed } = this;
      if (!family) return;
      const plan = await this.planning.run(() => this.thread.start('plan-pair', { family, size, seed }));
      this.plan = plan ? { ...plan, family, size } : undefined;
    });

  make = (store: StoreModel): Promise<void> =>
    this.trying(async () => {
      const { family, size, seed } = this;
      if (!family || this.making || this.planning.running) return;
      this.made = undefined;
      const request = { family, size, seed };
      const makeOne = (role: PairRole) =>
        this.makeOne(role, (following) => this.thread.start('pretrain-model', { request, role }, following), store);
      const agent = await makeOne('agent');
      const environment = agent && (await makeOne('environment'));
      if (agent && environment) this.made = { family, agent, environment };
    });
}
