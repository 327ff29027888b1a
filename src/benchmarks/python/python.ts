/**
 * @file CPython in a thread of its own: started when the first text is read, ended and started anew when a text does not
 * come to an end (`9 ** 9 ** 9`) or ends the interpreter.
 */

export interface PythonThread {
  /** The program's answer. Rejects when the thread has died of the text. */
  ask(text: string): Promise<string>;
  end(): void;
}

/** Longest time that one text may take, milliseconds: ten thousand times what most take. */
const LIMIT_MS = 3000;

export class Python {
  private thread: Promise<PythonThread> | undefined;

  constructor(private readonly open: () => Promise<PythonThread>) {}

  /** The program's answer to a text; `null` where Python came to no end. @throws CodedError where it cannot be started */
  async ask(text: string): Promise<string | null> {
    this.thread ??= this.open();
    const thread = await this.thread.catch((error: unknown) => {
      this.thread = undefined;
      throw error;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), LIMIT_MS)));
    const answer = await Promise.race([thread.ask(text).catch(() => null), late]);
    clearTimeout(timer);
    if (answer === null) {
      thread.end();
      this.thread = undefined;
    }
    return answer;
  }
}
