/** @file Trains the pair of models for a world or for a set of tasks. */
import type { PairPlan, PairRole, PairSize } from '../../../../workers/jobs/pretraining.ts';
import type { OwnFamily } from '../../../tasks/family.ts';
import { MakingPage, type StoreModel } from './making-page.svelte.ts';

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
