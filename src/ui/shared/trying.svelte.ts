/** @file Shows the newest problem of a part of the page until something is tried again. */
import { problemOf, type Problem } from './problems.svelte.ts';

export class Trying {
  problem = $state.raw<Problem>();

  tell = (error: unknown): void => {
    this.problem = problemOf(error);
  };

  closeProblem = (): void => {
    this.problem = undefined;
  };

  async trying(action: () => Promise<unknown>): Promise<void> {
    this.problem = undefined;
    try {
      await action();
    } catch (error) {
      this.tell(error);
    }
  }
}
