/** @file Defines `genenv tasks`. It checks the user's tasks, shows what the models will read, and writes a task set. */
import { Argument, Command, Option } from 'commander';
import { agentPrompt, environmentContext, PLAIN_TEXT, UNKNOWN_SUCCESS } from '../../tasks/family.ts';
import { FORMS, type Form, type Rule, RULES, SPLITS, type TaskSet } from '../../tasks/given/task-set.ts';
import { placesOf } from '../../tasks/given/places.ts';
import { familyByName } from '../../tasks/registry.ts';
import { withKeyText } from '../../tasks/family-parts.ts';
import { tasksFromFile } from '../inputs.ts';
import { claimFile, forceOption } from '../output.ts';
import { printLine } from '../print.ts';

interface Options {
  rule?: Rule;
  columns?: string[];
  form?: Form;
  out?: string;
  force: boolean;
}

export const tasksCommand = (): Command =>
  new Command('tasks')
    .description('Check tasks of your own, JSON or a table, and show what the models will read.')
    .addArgument(new Argument('<file>', 'prompt and answer, and maybe level, split and rule, of each task'))
    .addOption(new Option('--rule <name>', 'how answers are compared; default: as the file says').choices(RULES))
    .addOption(
      new Option('--form <name>', 'what models read; default: words, if different ones are few').choices(FORMS),
    )
    .option(
      '--columns <names>',
      'columns of prompt and answer in the file, as in “question,solution”; default: those names or common ones',
      (names) => names.split(','),
    )
    .option('--out <file>', 'write them as one set too, in which rule and form are fixed')
    .addOption(forceOption())
    .action(async (file: string, { rule, form, columns: [prompt, answer] = [], out, force }: Options) => {
      const output = out === undefined ? undefined : await claimFile(out, { force, reads: [file] });
      const set = await tasksFromFile(file, { rule, form, columns: { prompt, answer } });
      for (const line of preview(set)) await printLine(line);
      await output?.write((sink) => sink.writeText(JSON.stringify(set)));
    });

/** Returns lines for the terminal: counts, and one task per level as the agent and the environment read it. */
function preview(set: TaskSet): string[] {
  const family = familyByName(set);
  const { tasks, levels, derivesLevels } = placesOf(set);
  const counts = Array.from({ length: levels }, (_, i) => {
    const own = tasks.filter(({ level }) => level === i + 1);
    const splits = SPLITS.map((split) => `${own.filter((task) => task.split === split).length} ${split}`);
    return `level ${i + 1}: ${own.length} tasks (${splits.join(', ')})`;
  });
  const shown = Array.from({ length: levels }, (_, i) => {
    const { prompt, answer } = tasks.find(({ level, split }) => level === i + 1 && split === 'training')!;
    const parsed = family.parse(prompt);
    const { seed, rest } = family.splitSeed(prompt);
    if (!parsed.ok) return [];
    return [
      `${i + 1}  agent        ${agentPrompt(family, parsed.task, PLAIN_TEXT)}  →  ${answer}`,
      `   environment  ${environmentContext(family, UNKNOWN_SUCCESS, seed, PLAIN_TEXT)}  →  ${withKeyText(family, rest, [answer])}`,
    ];
  });
  return [
    `${set.name}: ${tasks.length} tasks, rule ${set.rule}, form ${set.form}, levels ${derivesLevels ? 'by length' : 'as given'}`,
    ...counts,
    ...shown.flat().map((line) => line.replaceAll('\n', '⏎')),
  ];
}
