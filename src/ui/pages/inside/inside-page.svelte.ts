/** @file Asks the open run which kernels ran and what is inside its models. */
import type {
  Anatomies,
  AttentionAnswer,
  AttentionQuestion,
  BeforeAndNow,
  PlayerName,
} from '../../../runs/look-inside.ts';
import type { SessionKernels } from '../../../runs/session-contract.ts';
import type { WeightValues } from '../../../policy/inspection.ts';
import type { MachineService } from '../../../../workers/coordinator/contract.ts';
import { problemOf, type Problem } from '../../shared/problems.svelte.ts';

export class InsidePage {
  kernels = $state.raw<SessionKernels | null>(null);
  anatomies = $state.raw<Anatomies | null>(null);
  attention = $state.raw<AttentionAnswer>();
  weight = $state.raw<BeforeAndNow<WeightValues> & { player: PlayerName; name: string }>();
  timing = $state(false);
  /** The adapter was asked for its clock, and has none. */
  noClock = $state(false);
  /** A question waits for its answer. */
  busy = $state(false);
  problem = $state.raw<Problem>();

  constructor(private readonly machine: MachineService) {}

  /** Reads what has run so far; the models are asked for their shapes once a run is open. */
  refresh = (): Promise<void> =>
    this.ask(async () => {
      this.kernels = await this.machine.kernels();
      this.anatomies = this.kernels && (await this.machine.anatomies());
    });

  time = (on: boolean): Promise<void> =>
    this.ask(async () => {
      const hasClock = await this.machine.timeKernels(on);
      this.noClock = !hasClock;
      this.timing = on && hasClock;
      this.kernels = await this.machine.kernels();
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
