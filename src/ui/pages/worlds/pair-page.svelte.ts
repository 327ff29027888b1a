/** @file The pair that is made for a world or for tasks, in a thread of its own. */
import { startPretraining } from '../../../../workers/pretraining/client.ts';
import type {
  PairMaker,
  PairPlan,
  PairProgress,
  PairRole,
  PairSize,
} from '../../../../workers/pretraining/contract.ts';
import type { WorkerHandle } from '../../../../workers/rpc/spawn.ts';
import type { PickedFile } from '../../../common/picked-file.ts';
import type { OwnFamily } from '../../../tasks/registry.ts';
import { Trying } from '../../shared/trying.svelte.ts';

const POLL_MS = 300;

export abstract class PairPage extends Trying {
  size = $state<PairSize>('small');
  seed = $state(1);
  /** What this device takes for a pair of that size for that family. */
  plan = $state.raw<PairPlan & { family: OwnFamily; size: PairSize }>();
  planning = $state(false);
  /** The model that is being made. */
  making = $state<PairRole>();
  stopped = $state(false);
  progress = $state.raw<PairProgress>();
  /** Seconds that the steps left take at most, by the pace so far. */
  secondsLeft = $state<number>();
  /** The pair that was made, and its family. */
  made = $state.raw<{ family: OwnFamily; agent: string; environment: string }>();

  /** Null while what was written is none. */
  abstract get family(): OwnFamily | null;

  protected thread: WorkerHandle<PairMaker> | undefined;
  private began: { at: number; step: number } | undefined;

  estimate = (): Promise<void> =>
    this.trying(async () => {
      const { family } = this;
      if (!family) return;
      const { size, seed } = this;
      this.planning = true;
      try {
        this.thread ??= startPretraining();
        this.plan = { ...(await this.thread.proxy.plan({ family, size, seed })), family, size };
      } finally {
        this.planning = false;
      }
    });

  /** @param store puts a folder among the models of this browser; gives the name that settings have for it, or null */
  make = (store: (folder: string, files: readonly PickedFile[]) => Promise<string | null>): Promise<void> =>
    this.trying(async () => {
      const { family } = this;
      if (!family || this.making || this.planning) return;
      Object.assign(this, { made: undefined, stopped: false });
      this.thread ??= startPretraining();
      const maker = this.thread.proxy;
      const polling = setInterval(() => void this.poll(maker), POLL_MS);
      try {
        const names: string[] = [];
        for (const role of ['agent', 'environment'] as const) {
          Object.assign(this, { making: role, progress: undefined, secondsLeft: undefined });
          this.began = undefined;
          const model = await maker.make({ family, size: this.size, seed: this.seed }, role);
          const name = model && (await store(model.name, model.files));
          if (!name) {
            this.stopped = true;
            return;
          }
          names.push(name);
        }
        this.made = { family, agent: names[0], environment: names[1] };
      } finally {
        clearInterval(polling);
        this.making = undefined;
      }
    });

  stop = (): Promise<void> => this.trying(async () => this.thread?.proxy.stop());

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
