/**
 * @file The replay in place of the live run, or in front of one that has not begun: a stored run, or the example.
 */
import type { StoredRun } from '../../../workers/coordinator/contract.ts';
import type { Example } from './example.ts';
import { Replay, type ReplayOptions } from './replay.svelte.ts';

export class Playback {
  replay = $state.raw<Replay>();

  /** Replays a stored run. */
  show(stored: StoredRun, options: Pick<ReplayOptions, 'at' | 'readEpoch' | 'drawn'>): void {
    this.leave();
    this.replay = new Replay(stored, { origin: 'stored', ...options });
  }

  leave(): void {
    this.replay?.pause();
    this.replay = undefined;
  }

  /**
   * @param isWanted asked once the example is loaded: a run may have begun meanwhile
   * @param epoch where it stands still; undefined: it plays from its beginning, where motion is welcome
   * @throws Error where the example cannot be loaded
   */
  async showExample(example: Example, isWanted: () => boolean, epoch?: number): Promise<void> {
    const { readEpoch } = example;
    const [stored, { storyBeats }] = await Promise.all([example.load(), import('../../analysis/story-beats.ts')]);
    const beats = await storyBeats(stored.events, readEpoch);
    if (!isWanted()) return;
    this.leave();
    this.replay = new Replay(stored, { origin: 'example', at: 'start', beats, readEpoch });
    if (epoch !== undefined) await this.replay.seek(Math.min(epoch, this.replay.lastEpoch));
    else if (example.playsByItself) await this.replay.run();
  }
}
