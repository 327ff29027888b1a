/**
 * @file Times work on a device that takes less time than the readback after it, or than a clock can tell. It repeats
 * the work until the whole takes long enough, and subtracts a readback of nothing.
 */

export interface Repetition {
  /** Records the work once. */
  record(): void;
  /** Runs what is recorded, and waits for it. */
  finish(): Promise<unknown>;
  /** Least milliseconds of a round, unless it has `most` repetitions. */
  roundTime: number;
  most: number;
  rounds: number;
}

/** Repetitions grow at most by this factor at once, because a clock may report no time for short work. */
const GROWTH = 200;

/** Returns the milliseconds of one execution for each round. The first execution compiles, so it does not count. */
export async function repeatedTime(options: Repetition): Promise<number[]> {
  const { record, finish, roundTime, most, rounds } = options;
  const timeOf = async (repetitions: number) => {
    const start = performance.now();
    for (let i = 0; i < repetitions; i++) record();
    await finish();
    return performance.now() - start;
  };
  await timeOf(1);
  const roundTrip = await timeOf(0);
  let repetitions = 1;
  let time = (await timeOf(1)) - roundTrip;
  while (time < roundTime && repetitions < most) {
    const growth = time > 0 ? Math.min(GROWTH, roundTime / time) : GROWTH;
    repetitions = Math.min(most, Math.ceil(repetitions * growth));
    time = (await timeOf(repetitions)) - roundTrip;
  }
  const times = [time];
  while (times.length < rounds) times.push((await timeOf(repetitions)) - roundTrip);
  // A clock without resolution (some browsers round to 1 ms) must not make work free.
  return times.map((each) => Math.max(each / repetitions, Number.MIN_VALUE));
}
