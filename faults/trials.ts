/**
 * @file Runs trials of a fault with random numbers, and defines what counts as a refusal. A trial depends only on SEED,
 * the name of the fault and the number of the trial, so a failed trial can be repeated alone.
 */
import { RandomStream } from '../src/random/random-stream.ts';
import { CodedError } from '../src/common/coded-error.ts';
import { textHash } from '../src/tasks/text.ts';
import type { Failure } from '../src/text/errors.ts';
import { reportText } from '../src/text/reports.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

const SEED = 1;

/** Runs `count` trials of one fault. @throws Error that names the first failed trial */
export async function trials(name: string, count: number, run: (random: RandomStream) => Promise<void>): Promise<void> {
  for (let trial = 0; trial < count; trial += 1)
    try {
      // The hash keeps a fault's random numbers the same when other faults are added.
      await run(new RandomStream(SEED, textHash(name), trial));
    } catch (error) {
      throw new Error(`${name}, trial ${trial}: ${String(error)}`, { cause: error });
    }
}

/** Returns a copy of the bytes with one bit flipped. */
export function bitFlipped(bytes: Bytes, random: RandomStream): Bytes {
  const copy = bytes.slice();
  copy[random.integer(copy.length)] ^= 1 << random.integer(8);
  return copy;
}

/** Returns a copy of the files with one bit flipped in one of them. */
export function folderWithBitFlipped(files: ReadonlyMap<string, Bytes>, random: RandomStream): Map<string, Bytes> {
  const name = random.choice([...files].filter(([, bytes]) => bytes.length > 0).map(([file]) => file));
  return new Map(files).set(name, bitFlipped(files.get(name)!, random));
}

/** Matches JavaScript's own messages for programming errors. */
const DEFECT =
  /Cannot (read|set|convert|destructure|access)|is not (iterable|defined|a constructor)|\[object |call stack|Invalid (array|string|typed array) length/;

/** Matches what no message for users should have: a missing value, zod's ✖, a system error code, or two full stops. */
const RAW =
  /\bundefined\b|\bNaN\b|✖|\bE(ACCES|BUSY|EXIST|FBIG|IO|ISDIR|LOOP|MFILE|NOENT|NOSPC|NOTDIR|NOTEMPTY|NXIO|PERM|PIPE|ROFS)\b|[^.\s/]\.\.(?![./\w])/;

/** Checks that a message is a proper sentence for a user. @throws Error if it is not */
export function checkSentence(message: string): void {
  // Ignore quoted words, which come from a file or a model.
  const own = message.replace(/“[^]*?”|"(?:[^"\\]|\\.)*"/g, '“”');
  if (!/^\S[^]*[.?!)”"…]$/.test(message)) throw new Error(`This is no sentence: “${message}”`);
  if (DEFECT.test(own) || RAW.test(own)) throw new Error(`This sentence is not for the user: “${message}”`);
}

export const checkFailure = (failure: Failure): void => checkSentence(reportText.errorSentence(failure));

/**
 * Returns the result of `work`, or `refused` if `work` threw a CodedError with a proper message.
 * @throws any other error of `work`
 */
export async function orRefused<Result>(work: () => Result | Promise<Result>): Promise<Result | 'refused'> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    checkFailure(error);
    return 'refused';
  }
}
