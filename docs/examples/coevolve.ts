/**
 * @file Algorithm 1 with a family and policies of one's own; the log is one that the page imports:
 * `node coevolve.ts run.jsonl`.
 */
import { appendFile, writeFile } from 'node:fs/promises';
import { coevolve, type Family, parseSettings, type RunEvent, wordTokenizer, writeEventLog } from 'genenv-playground';
import { opposites } from './opposites.ts';
import { TablePolicy } from './table-policy.ts';

const [out] = process.argv.slice(2);
const families = [opposites as Family];
const tokenizer = wordTokenizer(families);
// Neither writes tags at first: only words of the family, and the end.
const tags = Array.from({ length: tokenizer.vocabularySize }, (_, id) => id).filter((id) =>
  /<(?!eos)/.test(tokenizer.tokenText(id)),
);
const players = {
  agent: new TablePolicy('agent', tokenizer.vocabularySize, tags),
  environment: new TablePolicy('environment', tokenizer.vocabularySize, tags),
};
const settings = parseSettings({
  epochs: 30,
  tasksPerEpoch: 16,
  groupSize: 8,
  baseShare: 0.5,
  agentLearningRate: 0.5,
  environmentLearningRate: 0.1,
  evalTasks: 2,
  evalEvery: 30,
});

await writeFile(out, '');
let epoch: RunEvent[] = [];
for await (const event of coevolve(() => settings, players, { families, tokenizer })) {
  epoch.push(event);
  if (event.type !== 'epoch-ended') continue;
  // An epoch is written whole, or not at all.
  await appendFile(out, writeEventLog(epoch));
  epoch = [];
  console.log(event.epoch, (event.success.k / event.success.n).toFixed(2), event.heldOut?.success.toFixed(2) ?? '');
}
