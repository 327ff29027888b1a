/** @file Describes problems with a user's settings, links, tasks or worlds, and how to fix them. */
import type { z } from 'zod';
import type { SettingLabel } from '../genenv/settings/check-setting.ts';
import type { SettingName, SettingProblem } from '../genenv/settings/settings.ts';
import type { TasksProblem } from '../tasks/given/check-tasks.ts';
import type { TasksNotice } from '../tasks/given/tasks-file.ts';
import type { WorldProblem } from '../tasks/worlds/check-world.ts';
import { errorsText } from './errors-text.ts';
import type { LinkProblem } from './link-problem.ts';
import { settingLabels } from './names.ts';
import { schemaText } from './schema-text.ts';
import { type MessagesOf, sentenceOf } from './sentence.ts';

const { settingProblems, tasksNotices, tasksProblems, worldPlaces, worldProblems } = errorsText;

export function tasksProblemText(found: TasksProblem): string {
  const problem = found.code === 'schema' ? fieldProblem(found.issue) : sentenceOf(tasksProblems, found.code, found);
  return errorsText.tasksPlace({ line: found.line ?? null, problem });
}

function fieldProblem(issue: z.core.$ZodIssue): string {
  const problem = `${schemaText(issue)}.`;
  const [field] = issue.path;
  return field === undefined ? problem : worldPlaces.field({ field: String(field), problem });
}

/** Describes a decision that was made when tasks were read. */
export const tasksNoticeText = (notice: TasksNotice): string => sentenceOf(tasksNotices, notice.code, notice);

export function worldProblemText(found: WorldProblem): string {
  const { field, item } = found;
  const problem =
    found.code === 'schema' ? `${schemaText(found.issue)}.` : sentenceOf(worldProblems, found.code, found);
  if (field === undefined) return worldPlaces.world({ problem });
  return item === undefined ? worldPlaces.field({ field, problem }) : worldPlaces.item({ field, item, problem });
}

/** Returns a setting's label. The command line uses the setting's name instead. */
export type LabelOf = (name: SettingName) => string;
const label: LabelOf = (name) => settingLabels[name];

/** Returns parameters for messages that name another setting. */
const named = (labelOf: LabelOf): Record<Exclude<SettingLabel, 'label'>, string> => ({
  taskContext: labelOf('taskContext'),
  softReward: labelOf('softReward'),
  embeddingModel: labelOf('embeddingModel'),
  answerKey: labelOf('answerKey'),
  baseLabel: labelOf('baseShare'),
  replayLabel: labelOf('replayShare'),
});

export function settingProblemText({ name, code, parameters }: SettingProblem, labelOf = label): string {
  const problem =
    code === 'not-tasks'
      ? tasksProblemText(parameters.problem)
      : code === 'not-a-world'
        ? worldProblemText(parameters.problem)
        : null;
  const shown = { ...named(labelOf), ...parameters, label: name === null ? null : labelOf(name), problem };
  return sentenceOf(settingProblems, code, shown);
}

type LinkMessages = Exclude<LinkProblem, { code: 'link-setting' | 'link-repeated-setting' }>;
const linkMessages: MessagesOf<
  LinkMessages | { code: 'link-setting'; problem: string } | { code: 'link-repeated-setting'; label: string }
> = errorsText.linkProblems;

/** Describes which part of a link could not be used, and why. */
export function linkProblemText(problem: LinkProblem): string {
  const parameters =
    problem.code === 'link-setting'
      ? { problem: settingProblemText(problem.problem) }
      : problem.code === 'link-repeated-setting'
        ? { label: label(problem.name) }
        : problem;
  return sentenceOf(linkMessages, problem.code, parameters);
}
