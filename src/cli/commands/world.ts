/**
 * @file Defines `genenv world`. It checks a world file and shows tasks of each level with their answers. With the name
 * of a template it prints the template instead.
 */
import { Argument, Command } from 'commander';
import { familyByName } from '../../tasks/registry.ts';
import type { FamilyChoice } from '../../tasks/family.ts';
import { TEMPLATE_NAMES, type TemplateName, TEMPLATES } from '../../tasks/worlds/templates.ts';
import { printJson, printLine } from '../print.ts';
import { worldFromFile } from '../inputs.ts';

const TASKS_PER_LEVEL = 2;

export const worldCommand = (): Command =>
  new Command('world')
    .description('Check a world of your own, a JSON file, and show its tasks; or print one to begin with.')
    .addArgument(new Argument('<file>', `a JSON file, or a template to print: ${TEMPLATE_NAMES.join(', ')}`))
    .action(async (file: string) => {
      const template = TEMPLATE_NAMES.find((name): name is TemplateName => name === file);
      if (template) await printJson(JSON.stringify(TEMPLATES[template], null, 2));
      else await showTasks(await worldFromFile(file));
    });

async function showTasks(world: FamilyChoice): Promise<void> {
  const family = familyByName(world);
  for (let level = 1; level <= family.levels; level++)
    for (const text of family.heldOut('development', level, TASKS_PER_LEVEL)) {
      const parsed = family.parse(text);
      if (!parsed.ok) continue;
      const oracle = family.oracle(parsed.task);
      if (oracle.solvable) await printLine(`${level}  ${family.prompt(parsed.task)}  →  ${oracle.answers.join(' ')}`);
    }
}
