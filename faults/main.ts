/** @file `npm run faults`: the fault campaign. Prints what was tried and what failed; `--help` lists the options. */
import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { jobName, jobsOf, type Tally, trialsOf } from './campaign.ts';
import { failuresOf, pageOf, tableOf } from './report.ts';
import { subjects } from './subjects/index.ts';
import { WatchedWorker } from './watched.ts';

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

interface Options {
  seed: number;
  trials: number;
  only: string;
  trial?: number;
  page?: string;
}

const { seed, trials, only, trial, page } = new Command('faults')
  .description('Harm everything that is stored and read, in every way, and see that nothing is lost.')
  .option('--seed <n>', 'of all that is drawn', count, 1)
  .option('--trials <n>', 'of each fault; texts have more of them, whole runs fewer', count, 100)
  .option('--only <name>', 'jobs whose name holds this, such as checkpoints or "models/bit flipped"', '')
  .option('--trial <n>', 'only the trial of this number', count)
  .option('--page <file>', 'also write the results as a page, Markdown')
  .parse()
  .opts<Options>();

const jobs = jobsOf(subjects, only);
if (jobs.length === 0) {
  console.error(`faults: no job has “${only}” in its name. Jobs: ${jobsOf(subjects).map(jobName).join(', ')}.`);
  process.exit(1);
}

const worker = new WatchedWorker();
const tallies: Tally[] = [];
for (const job of jobs) {
  const [begin, end] = trial === undefined ? [0, trialsOf(job, trials)] : [trial, trial + 1];
  const tally = await worker.run(job, seed, begin, end);
  tallies.push(tally);
  const { refused, recovered, failures, skipped } = tally;
  const counts = `${tally.trials} trials, ${refused} refused, ${recovered} recovered, ${failures.length} failed`;
  console.error(`${jobName(job)}: ${skipped ? 'skipped' : counts}`);
}
worker.close();
console.log(tableOf(tallies, seed));
if (page !== undefined) {
  const named = only === '' ? '' : ` --only '${only}'`;
  await writeFile(page, pageOf(tallies, `npm run faults -- --seed ${seed} --trials ${trials}${named} --page ${page}`));
}
process.exit(failuresOf(tallies) === 0 ? 0 : 1);
