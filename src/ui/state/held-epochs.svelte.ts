/**
 * @file The past epochs of which a page holds everything: those it has looked at last. Of all others it holds outlines, so
 * that its memory does not grow with the texts and tokens of a long run.
 */
import type { EpochView, RunView } from '../../analysis/run-view.ts';

/** Enough to look back and forth between neighbours without reading them again. */
const MOST = 8;

export class HeldEpochs {
  private epochs = $state.raw<ReadonlyMap<number, EpochView>>(new Map());

  has(epoch: number): boolean {
    return this.epochs.has(epoch);
  }

  /** @param keep an epoch that is on the screen: it is not forgotten */
  hold(epoch: EpochView, keep?: number): void {
    const epochs = new Map(this.epochs);
    epochs.delete(epoch.epoch);
    epochs.set(epoch.epoch, epoch);
    for (const oldest of [...epochs.keys()].slice(0, Math.max(0, epochs.size - MOST)))
      if (oldest !== keep) epochs.delete(oldest);
    this.epochs = epochs;
  }

  clear(): void {
    this.epochs = new Map();
  }

  /** The view with the epochs that are held in place of their outlines. */
  over(view: RunView): RunView {
    return { ...view, epochs: view.epochs.map((epoch) => this.epochs.get(epoch.epoch) ?? epoch) };
  }
}
