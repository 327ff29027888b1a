/** @file Holds the state of preparing a stored checkpoint for the loop. */
import type { PreparationRequest } from '../../../../workers/jobs/pretraining.ts';
import { FAMILIES, familyByName } from '../../../tasks/registry.ts';
import type { FamilyChoice } from '../../../tasks/family.ts';
import { MakingPage, type StoreModel } from '../worlds/making-page.svelte.ts';

type Role = PreparationRequest['role'];

/** Lists families that a chat template can carry: natural-language families, and the settings' own ones. */
export const preparable = (families: readonly FamilyChoice[]): FamilyChoice[] => [
  ...FAMILIES.filter(({ chat }) => chat).map(({ name }) => name),
  ...families.filter((choice) => typeof choice === 'object' && familyByName(choice).chat),
];

export class PreparePage extends MakingPage<{ model: string; role: Role }> {
  role = $state<Role>('agent');
  prior = $state<PreparationRequest['prior']>('hard');
  seed = $state(1);
  learningRate = $state(5e-4);
  /** The checkpoint prepared last, and the result's name in settings. */
  made = $state.raw<{ model: string; name: string }>();

  prepare = (model: string, family: FamilyChoice, store: StoreModel): Promise<void> =>
    this.trying(async () => {
      if (this.making) return;
      this.made = undefined;
      const { role, prior, seed, learningRate } = this;
      const request = { model, role, prior, seed, learningRate, families: [family] };
      const names = await this.makeAll(
        [
          {
            making: { model, role },
            make: (following) => this.thread.start('prepare-checkpoint', request, following),
          },
        ],
        store,
      );
      if (names) this.made = { model, name: names[0] };
    });
}
