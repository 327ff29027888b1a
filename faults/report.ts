/** @file The results of a campaign: as a table, and as the page docs/reliability.md. */
import Table from 'cli-table3';
import type { Tally } from './campaign.ts';

const HEAD = ['what is harmed', 'fault', 'trials', 'refused with a sentence', 'recovered', 'failed'];

const cells = ({ subject, fault, trials, refused, recovered, failures, skipped }: Tally): string[] => [
  subject,
  fault,
  ...(skipped ? ['skipped', '–', '–', '–'] : [trials, refused, recovered, failures.length].map(String)),
];

const total = (tallies: readonly Tally[], of: (tally: Tally) => number): number =>
  tallies.reduce((sum, tally) => sum + of(tally), 0);

export const failuresOf = (tallies: readonly Tally[]): number => total(tallies, ({ failures }) => failures.length);

const summary = (tallies: readonly Tally[]): string =>
  `${total(tallies, ({ trials }) => trials)} trials: ${total(tallies, ({ refused }) => refused)} refused with a sentence, ` +
  `${total(tallies, ({ recovered }) => recovered)} recovered, ${failuresOf(tallies)} failed.`;

/** The command that repeats a failure. */
const repeat = (seed: number, { subject, fault }: Tally, trial: number): string =>
  `npm run faults -- --seed ${seed} --only '${subject}/${fault}' --trial ${trial}`;

export function tableOf(tallies: readonly Tally[], seed: number): string {
  const table = new Table({ head: HEAD, style: { head: [] } });
  table.push(...tallies.map(cells));
  const failures = tallies.flatMap((tally) =>
    tally.failures.map(({ trial, message }) => `${repeat(seed, tally, trial)}\n    ${message.slice(0, 1000)}`),
  );
  return [table.toString(), summary(tallies), ...failures].join('\n');
}

/** @param command that made it */
export const pageOf = (tallies: readonly Tally[], command: string): string =>
  `<!-- Made by a command; changes made here are lost. -->

# Reliability

What was tried to lose a run, or to make the program fail, and what came of it:

\`\`\`
${command}
\`\`\`

${summary(tallies)}

A trial harms one thing in one way, both drawn from the seed. It **passes** where the program refuses with a sentence (an error with a code, for a person), or **recovers**: it reads what is whole, or goes on, and then

- whatever was acknowledged as stored is there: events, results, and the weights to go on from;
- a run that goes on ends with the bytes of a run that nothing disturbed;
- weights and exported epochs are those that were stored, byte by byte;
- summaries, figures and recipes can be made of everything that was read.

It **fails** where anything else is thrown, where the message is no sentence (or one with a system’s error code, a library’s marks, or a value that is missing), where something acknowledged is missing, or where it does not end in time. A single trial is repeated with \`--trial\`, by its number.

| ${HEAD.join(' | ')} |
|---|---|---:|---:|---:|---:|
${tallies.map((tally) => `| ${cells(tally).join(' | ')} |`).join('\n')}

The faults:

- **short writes**: each write takes a part of what it is given. **full disk**, **no room left**: from some byte, or some write, on. **killed**: the program ends between two calls to the system, or in the middle of a write; \`genenv coevolve\`, \`sweep --jobs 2\` and \`export-model\` are killed with SIGKILL, twice a trial, all of their processes at once or the first alone. **power failure**: killed, and what was not synced is lost, cut or zero; a rename whose folder was not synced may be undone. Removed files stay removed, and a new file whose content was synced has its name: the campaign does not try what a file system does beyond that.
- **bit flipped**, **cut off**, **garbled** (up to 64 bytes), **zeros at the end**: anywhere in a file. What has a checksum is then read as it was written, or not at all. **value changed**: a JSON value or name is another, among them numbers out of range, lists nested 20,000 levels deep and texts of 100,000 characters. **lines mixed**: a line is missing, repeated, or in another place. Half of these two come with the right checksums, as from another program.
- **files of another model**: some of a folder's files, or all, come from a model of the same shape. **exchanged while loaded**: from some read on, another folder is in its place.
- locks: two processes take the lock of a run at the same moment, **free** or **left by a killed process**; one has it. Of **a racer killed** neither or one has it, and the next one gets it.
- **clock jumps**: the wall clock of all processes jumps by up to sixteen years, forward and back; the bytes are the same.
- texts: **nearly right** ones, **words of the language**, **any characters**, **deeply nested** and **very long** ones.
- **lost**: the device is lost while the run waits for one of its results.

What the hashes of a model folder (\`files.json\`, or the record of a stored model) cost in Node: the model \`discovery-agent\` is loaded in 2.0 ms instead of 1.6 (medians of 50 rounds). A folder of 502 MB passes by in 4.1 s with its list and in 3.8 without (the least of 5 rounds), of which 2.1 are its one SHA-256; that names the weights in the run’s log, so it was computed before too. A folder that is picked or downloaded is hashed while it is stored too. \`models\` have no list, as a checkpoint from elsewhere: a flipped bit that leaves finite numbers is another model, and only the hash in the log tells. \`models with a list\` are loaded as they were written, or refused.
`;
