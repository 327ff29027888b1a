/** @file Entries of a pool as JSON lines: one entry a line, UTF-8, each line ended by a newline. */
import type { StoredPool } from './pool-contract.ts';

/** The most entries in memory at once. */
const WINDOW = 256;

/** The entries at these positions, in this order, as pieces of text of several lines each. */
export async function* poolLines(pool: StoredPool<object>, positions: Uint32Array): AsyncGenerator<string, void, void> {
  for (let start = 0; start < positions.length; start += WINDOW) {
    const entries = await pool.read(positions.subarray(start, start + WINDOW));
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }
}
