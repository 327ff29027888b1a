/**
 * @file The past epochs that the page holds whole: those the user looked at last. Of all others it holds outlines: 1,000
 * whole epochs of `discovery` take 229 MB, and their copy from another thread takes 5 s of processor time.
 */
import type { EpochView, RunView } from '../../analysis/run-view.ts';

/** Enough to look back and forth between neighbours without reading them again. */
const MOST = 8;

export class HeldEpochs {
  /** The one looked at last stands last. */
  private epochs = $state.raw<readonly EpochView[]>([]);

  has(epoch: number): boolean {
    return this.epochs.some((one) => one.epoch === epoch);
  }

  /** @param keep an epoch that is on the screen: it is not forgotten */
  hold(epoch: EpochView, keep?: number): void {
    const held = [...this.epochs.filter((one) => one.epoch !== epoch.epoch), epoch];
    const first = held.length - MOST;
    this.epochs = held.filter((one, i) => i >= first || one.epoch === keep);
  }

  clear(): void {
    this.epochs = [];
  }

  /** The view with the epochs that are held in place of their outlines. */
  over(view: RunView): RunView {
    const held = (outline: EpochView) => this.epochs.find(({ epoch }) => epoch === outline.epoch) ?? outline;
    return { ...view, epochs: view.epochs.map(held) };
  }
}
