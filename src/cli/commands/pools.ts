/** @file `genenv pools`: the entries of D_train or D_env of a headless run, as JSON lines. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import type { PoolName } from '../../store/pool-contract.ts';
import { poolLines } from '../../store/pool-lines.ts';
import { openLog } from '../open-log.ts';

interface Options {
  pool: PoolName;
  out?: string;
}

const pools: PoolName[] = ['train', 'environment'];

export const poolsCommand = (): Command =>
  new Command('pools')
    .description('Write the entries of a run’s D_train or D_env as JSON lines, in the order in which they were added.')
    .argument('<run>', 'event log, as genenv coevolve writes it')
    .addOption(
      new Option('--pool <name>', 'train: D_train, valid traces; environment: D_env, written tasks with their weights')
        .choices(pools)
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'where to write them (default: standard output)')
    .action(async (run: string, { pool: name, out }: Options) => {
      const { id, store } = await openLog(run);
      const pool = store.pools(id)[name];
      const positions = await pool.find();
      const lines = Readable.from(poolLines(pool, positions));
      await pipeline(lines, out === undefined ? process.stdout : createWriteStream(out), { end: out !== undefined });
      if (out !== undefined) console.log(`${positions.length} entries in ${out}`);
    });
