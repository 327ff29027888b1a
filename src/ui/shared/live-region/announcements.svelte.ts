/**
 * @file The page's announcements to screen readers, calmly: every part of it speaks through one live region, at most once
 * in five seconds. What several parts have to say meanwhile is said together, of each part the newest sentence.
 *
 * A problem is shown as an alert, which a screen reader says at once. The region is then silent for five seconds.
 */

/** Milliseconds between two announcements. */
export const CALM = 5000;

export class Announcements {
  /** The text of the live region. */
  said = $state('');
  /** The newest sentence of each part that has not been said yet. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a queue: nothing is drawn from it
  private waiting = new Map<object, string>();
  private lastOf = new WeakMap<object, string>();
  private last = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param speaker the part of the page that speaks; a later sentence of the same part takes the place of this one */
  say(speaker: object, sentence: string): void {
    if (sentence && sentence !== this.lastOf.get(speaker)) this.waiting.set(speaker, sentence);
    else this.waiting.delete(speaker);
    this.timer ??= this.wait();
  }

  /** A part is gone, with what it had not said yet. */
  leave(speaker: object): void {
    this.waiting.delete(speaker);
  }

  /** An alert speaks for itself. */
  interrupted(): void {
    this.last = performance.now();
    clearTimeout(this.timer);
    this.timer = this.waiting.size ? this.wait() : undefined;
  }

  /** A timer drops fractions of a millisecond. */
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

/** Attached to an alert: while it speaks, nothing else does. */
export const speaksAtOnce = (): void => announcements.interrupted();
