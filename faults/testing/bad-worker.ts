/** @file A worker whose trial 1 never ends and whose trial 3 ends the process. */
import type { Report, Request } from '../worker.ts';

process.on('message', ({ first, end, tally }: Request) => {
  const report = (message: Report) => process.send!(message);
  for (let trial = first; trial < end; trial += 1) {
    report({ kind: 'trial', trial, tally });
    // Not even a signal but SIGKILL ends this.
    while (trial === 1);
    if (trial === 3) process.exit(7);
    tally.trials += 1;
    tally.recovered += 1;
  }
  report({ kind: 'done', tally });
});
process.on('disconnect', () => process.exit());
