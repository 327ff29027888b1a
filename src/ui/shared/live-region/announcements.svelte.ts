/**
 * @file Announces sentences to screen readers through one live region, at most once in five seconds. An announcement
 * joins the newest sentences of all parts of the page. Screen readers say alerts at once, so the region is then silent
 * for five seconds.
 */

/** Smallest number of milliseconds between two announcements. */
export const CALM = 5000;

export class Announcements {
  said = $state('');
  /** Sentences that wait to be announced, by part of the page. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a queue: nothing is drawn from it
  private waiting = new Map<object, string>();
  private lastOf = new WeakMap<object, string>();
  private last = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Queues a sentence. It replaces a waiting sentence of the same part.
   * @param speaker identifies the part of the page
   */
  say(speaker: object, sentence: string): void {
    if (sentence && sentence !== this.lastOf.get(speaker)) this.waiting.set(speaker, sentence);
    else this.waiting.delete(speaker);
    this.timer ??= this.wait();
  }

  /** Drops the waiting sentence of a part that has disappeared. */
  leave(speaker: object): void {
    this.waiting.delete(speaker);
  }

  /** Keeps the region silent while an alert is read out. Call it when an alert appears. */
  interrupted(): void {
    this.last = performance.now();
    clearTimeout(this.timer);
    this.timer = this.waiting.size ? this.wait() : undefined;
  }

  /** Starts the timer of the next announcement. Rounds up, because a timer drops fractions of a millisecond. */
  private wait = () => setTimeout(() => this.speak(), Math.max(0, Math.ceil(this.last + CALM - performance.now())));

  private speak(): void {
    this.timer = undefined;
    if (this.waiting.size === 0) return;
    this.said = [...this.waiting.values()].join(' ');
    for (const [speaker, sentence] of this.waiting) this.lastOf.set(speaker, sentence);
    this.waiting.clear();
    this.last = performance.now();
  }
}

export const announcements = new Announcements();

/** Silences the live region while an alert is read out. Attach it to the alert. */
export const speaksAtOnce = (): void => announcements.interrupted();
