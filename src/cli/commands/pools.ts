/** @file `genenv pools`: the entries of D_train or D_env of a headless run, as JSON lines. */
import { Command, Option } from 'commander';
import type { PoolName } from '../../store/pool-contract.ts';
import { poolLines } from '../../store/pool-lines.ts';
import { openLog } from '../open-log.ts';
import { claimFile, forceOption } from '../output.ts';
import { printLine } from '../print-line.ts';

interface Options {
  pool: PoolName;
  out?: string;
  force: boolean;
}

const pools: PoolName[] = ['train', 'environment'];

export const poolsCommand = (): Command =>
  new Command('pools')
    .description('Write the entries of a run’s D_train or D_env as JSON lines, in the order in which they were added.')
    .argument('<run>', 'event log, as genenv coevolve writes it')
    .addOption(
      new Option(
        '--pool <name>',
        'train: D_train, tasks with their valid traces, an entry an epoch; environment: D_env, kept tasks with their weights',
      )
        .choices(pools)
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'where to write them (default: standard output)')
    .addOption(forceOption())
    .action(async (run: string, { pool: name, out, force }: Options) => {
      const file = out === undefined ? undefined : await claimFile(out, { force, reads: [run] });
      const { id, store } = await openLog(run);
      const pool = store.pools(id)[name];
      const positions = await pool.find();
      const texts = poolLines(pool, positions);
      if (!file) {
        for await (const text of texts) await printLine(text.trimEnd());
        return;
      }
      await file.write(async (sink) => {
        for await (const text of texts) await sink.writeText(text);
      });
      console.log(`${positions.length} entries in ${out}`);
    });
