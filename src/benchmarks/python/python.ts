/**
 * @file CPython in a thread or process of its own: started when the first text is read, ended and started anew when it gives no
 * answer in time, no answer that its reader knows, or has ended.
 */
import { Queue } from '../../common/once.ts';

const DIGIT = /\p{Nd}/u;

/** Returns a digit's value. Unicode has the digits of a script in tens, in order, from a zero that follows no digit. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (zero > 0 && DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** Replaces every decimal digit by its ASCII one. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => (digit <= '9' ? digit : String(digitValue(digit))));

export interface PythonThread {
  /** Returns the program's answer. Rejects if the thread has died of the text. */
  ask(text: string): Promise<string>;
  end(): void;
}

/** Longest time that one text may take, milliseconds: ten thousand times what most take. */
const LIMIT_MS = 10_000;

export class Python {
  private thread: Promise<PythonThread> | undefined;
  /** Asks one text at a time: an answer does not say whose it is. */
  private readonly queue = new Queue();

  constructor(private readonly open: () => Promise<PythonThread>) {}

  /**
   * Returns the program's answer to a text, or `null` if Python gave none.
   * @param read the meaning of an answer; `null` if the program does not give such answers
   * @throws CodedError if Python cannot be started
   */
  ask<T>(text: string, read: (answer: string) => T | null): Promise<T | null> {
    return this.queue.add(() => this.askAlone(text, read));
  }

  private async askAlone<T>(text: string, read: (answer: string) => T | null): Promise<T | null> {
    this.thread ??= this.open();
    const thread = await this.thread.catch((error: unknown) => {
      this.thread = undefined;
      throw error;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), LIMIT_MS)));
    const written = await Promise.race([thread.ask(text).catch(() => null), late]);
    clearTimeout(timer);
    const answer = written === null ? null : read(written);
    if (answer === null) {
      thread.end();
      this.thread = undefined;
    }
    return answer;
  }
}
