/** @file Models that a thread of its own makes, one at a time, as the page sees it: progress, an end, what is stored. */
import { startJob } from '../../../../workers/jobs/jobs.ts';
import type { MadeModel, MakingProgress, PairMaker } from '../../../../workers/jobs/pretraining/contract.ts';
import type { Thread } from '../../../../workers/rpc/connect.ts';
import type { PickedFile } from '../../../common/byte-source.ts';
import { Trying } from '../../shared/trying.svelte.ts';

const POLL_MS = 300;

/** Puts a folder among the models of this browser; gives the name that settings have for it, or null. */
export type StoreModel = (folder: string, files: readonly PickedFile[]) => Promise<string | null>;

/** What is being made is named by a `Making`. */
export abstract class MakingPage<Making> extends Trying {
  making = $state.raw<Making>();
  stopped = $state(false);
  progress = $state.raw<MakingProgress>();
  /** Seconds that the steps left take at most, by the pace so far. */
  secondsLeft = $state<number>();

  private thread: Thread<PairMaker> | undefined;
  private began: { at: number; step: number } | undefined;

  protected get maker(): PairMaker {
    this.thread ??= startJob('pretraining');
    return this.thread.proxy;
  }

  stop = (): Promise<void> => this.trying(async () => this.thread?.proxy.stop());

  /** @returns the names of what was made and stored; null where it was stopped */
  protected async makeAll(
    all: readonly { making: Making; make: (maker: PairMaker) => Promise<MadeModel | null> }[],
    store: StoreModel,
  ): Promise<string[] | null> {
    this.stopped = false;
    const { maker } = this;
    const polling = setInterval(() => void this.poll(maker), POLL_MS);
    try {
      const names: string[] = [];
      for (const { making, make } of all) {
        Object.assign(this, { making, progress: undefined, secondsLeft: undefined });
        this.began = undefined;
        const model = await make(maker);
        const name = model && (await store(model.name, model.files));
        if (!name) {
          this.stopped = true;
          return null;
        }
        names.push(name);
      }
      return names;
    } finally {
      clearInterval(polling);
      this.making = undefined;
    }
  }

  private async poll(maker: PairMaker): Promise<void> {
    const progress = await maker.progress();
    if (!progress || !this.making) return;
    this.progress = progress;
    if (progress.loss === null) return;
    const now = performance.now() / 1000;
    this.began ??= { at: now, step: progress.step };
    const steps = progress.step - this.began.step;
    if (steps > 0) this.secondsLeft = Math.ceil(((now - this.began.at) / steps) * (progress.steps - progress.step));
  }
}
