/** @file The replay in place of the live run, or in front of one that has not begun: a stored run, or the example. */
import type { StoredRun } from '../../../workers/run/contract.ts';
import { turn } from '../shared/in-turn.ts';
import type { Example } from './example.ts';
import { Replay, type ReplayOptions } from './replay.svelte.ts';

export class Playback {
  replay = $state.raw<Replay>();
  /** The recording that was left for a run which has begun: its picture stays until that run has one. */
  still = $state.raw<Replay>();
  /** The replay of a stored run that the example stands in front of. */
  behind = $state.raw<Replay>();

  show(stored: StoredRun, options: Pick<ReplayOptions, 'at' | 'readEpoch' | 'drawn'>): void {
    this.leave();
    this.replay = new Replay(stored, { origin: 'stored', ...options });
  }

  leave(): void {
    this.replay?.pause();
    this.replay = this.still = this.behind = undefined;
  }

  /** Leaves for a run that begins; the picture stays. */
  leaveStill(): void {
    const { replay } = this;
    this.leave();
    this.still = replay;
  }

  /** From the example to the replay that it stands in front of; whether there was one. */
  goBack(): boolean {
    const { behind } = this;
    if (behind) {
      this.leave();
      this.replay = behind;
    }
    return behind !== undefined;
  }

  /**
   * @param isWanted asked once its beginning is there: a run may have begun meanwhile
   * @param at the epoch, or the lesson at whose epoch it stands still; undefined: it plays from the end of its first,
   *   where motion is welcome
   * @returns false if the example lacks what the lesson is about; it stands at its end
   * @throws CodedError where the example cannot be loaded
   */
  async showExample(example: Example, isWanted: () => boolean, at?: number | string): Promise<boolean> {
    const { story, moments, ...start } = await example.start();
    if (!isWanted()) return true;
    const { readEpoch, load: readWhole } = example;
    const replay = new Replay(start, { origin: 'example', at: 'start', story, readEpoch, readWhole });
    const epoch = typeof at === 'string' ? moments[at] : (at ?? 1);
    await replay.seek(Math.min(epoch ?? Infinity, replay.lastEpoch));
    // Drawn in a task of its own.
    await turn();
    if (!isWanted()) return true;
    const behind = this.replay?.origin === 'stored' ? this.replay : this.behind;
    this.leave();
    this.replay = replay;
    this.behind = behind;
    // If the rest cannot be had, it is asked for again when it is due.
    replay.load().catch(() => {});
    if (at === undefined && example.playsByItself) void replay.tell();
    return epoch !== null;
  }
}
