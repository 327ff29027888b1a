/** @file The machine behind the open run, for the page that shows it. */
import type { ModelHost } from '../../src/runs/model-host.ts';
import type { SettingsPlan } from '../../src/runs/plan/plan-for-host.ts';
import {
  type Anatomies,
  anatomiesOf,
  type AttentionAnswer,
  attentionOf,
  type AttentionQuestion,
  type BeforeAndNow,
  weightOf,
  type WeightQuestion,
} from '../../src/runs/look-inside.ts';
import type { WeightValues } from '../../src/policy/policy.ts';
import type { Settings } from '../../src/genenv/settings/settings.ts';
import type { MachineService } from './contract.ts';
import type { SessionHost } from './session-host.ts';

export class MachineHost implements MachineService {
  /** @param models where models come from; without a GPU there are none */
  constructor(
    private readonly session: SessionHost,
    private readonly models: ModelHost | undefined,
  ) {}

  async plan(settings: Settings): Promise<SettingsPlan | null> {
    if (!this.models) return null;
    const { planFor } = await import('../../src/runs/plan/plan-for-host.ts');
    return planFor(this.models, settings);
  }

  async anatomies(): Promise<Anatomies | null> {
    return (await this.session.current?.between(({ players }) => anatomiesOf(players))) ?? null;
  }

  async attention(question: AttentionQuestion): Promise<AttentionAnswer> {
    return this.session.opened().between(({ players, tokenizer }) => attentionOf(players, tokenizer, question));
  }

  async weight(question: WeightQuestion): Promise<BeforeAndNow<WeightValues>> {
    return this.session.opened().between(({ players }) => weightOf(players, question));
  }
}
