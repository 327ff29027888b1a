/**
 * @file Prints a table of docs/multi-hop.md: by blocks of 15 epochs, the share of each wording among the hops of the attempted
 * tasks, and in how many of its searches the agent names the right relation, in %.
 *
 *     npx tsx scripts/multi-hop-wordings.ts LOG...
 */
import { openLog } from '../src/cli/open-log.ts';
import { countWordings, WORDINGS } from './count-wordings.ts';

const BLOCK = 15;

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : (100 * (part / whole)).toFixed(0));

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Name the event logs of multi-hop runs: npx tsx scripts/multi-hop-wordings.ts LOG...');
  process.exitCode = 2;
}
for (const file of files) {
  const { id, store } = await openLog(file);
  const blocks = await countWordings(store.epochs(id), BLOCK);
  console.log(`${file}\n\n| epochs | ${WORDINGS.join(' | ')} |\n|${'---|'.repeat(WORDINGS.length + 1)}`);
  for (const [i, counts] of blocks.entries()) {
    const asked = [...counts.values()].reduce((sum, one) => sum + one.asked, 0);
    const cells = WORDINGS.map((wording) => {
      const one = counts.get(wording)!;
      return `${percent(one.asked, asked)} (${percent(one.right, one.searches)})`;
    });
    console.log(`| ${i * BLOCK + 1} to ${(i + 1) * BLOCK} | ${cells.join(' | ')} |`);
  }
  console.log('');
}
