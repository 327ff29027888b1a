/** @file Asks the open run for the attention and the weights of its models. */
import type {
  Anatomies,
  AttentionAnswer,
  AttentionQuestion,
  BeforeAndNow,
  PlayerName,
} from '../../../runs/look-inside.ts';
import type { WeightValues } from '../../../policy/policy.ts';
import type { MachineService } from '../../../../workers/run/coordinator.ts';
import { problemOf, type Problem } from '../../shared/problems.svelte.ts';

export class InsidePage {
  anatomies = $state.raw<Anatomies | null>(null);
  attention = $state.raw<AttentionAnswer>();
  weight = $state.raw<BeforeAndNow<WeightValues> & { player: PlayerName; name: string }>();
  /** A question waits for its answer. */
  busy = $state(false);
  problem = $state.raw<Problem>();

  constructor(private readonly machine: MachineService) {}

  /** Reads which layers, heads and matrices the models have; null while no run is open. */
  readAnatomies = (): Promise<void> =>
    this.ask(async () => {
      this.anatomies = await this.machine.anatomies();
    });

  showAttention = (question: AttentionQuestion): Promise<void> =>
    this.ask(async () => {
      this.attention = await this.machine.attention(question);
    });

  showWeight = (player: PlayerName, name: string): Promise<void> =>
    this.ask(async () => {
      this.weight = { player, name, ...(await this.machine.weight({ player, name })) };
    });

  private async ask(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = undefined;
    try {
      await work();
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.busy = false;
    }
  }
}
