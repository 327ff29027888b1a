/**
 * @file Success on fixed tasks that are never trained on, by level: training success alone says nothing about other tasks.
 */
import { meanOrZero } from '../../common/mean.ts';
import type { Policy } from '../../policy/policy.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { randomKey } from '../../random/streams.ts';
import { evaluationTasks } from '../../tasks/data.ts';
import type { Family } from '../../tasks/family.ts';
import type { Candidate } from '../candidate.ts';
import type { HeldOut } from '../events.ts';
import type { Settings } from '../settings/settings.ts';
import { agentReward } from './agent-reward.ts';
import { inspectTask } from './inspect-task.ts';
import { rollOut } from './roll-out.ts';

/** The evaluation tasks these settings name, of all families. */
export function evaluationTasksOf(
  families: readonly Family[],
  settings: Pick<Settings, 'evalSplit' | 'evalTasks'>,
): Candidate[] {
  const texts = families.flatMap((family) =>
    evaluationTasks(family, settings.evalSplit, settings.evalTasks).map(({ text }) => ({ family, text })),
  );
  return texts.map(({ family, text }, index): Candidate => {
    const { task, ...inspection } = inspectTask(family, text);
    if (task === null)
      throw new Error(`The evaluation task “${text}” of ${family.name} is not valid: ${inspection.reason?.code}`);
    return {
      family,
      task,
      contextIds: [],
      text: {
        index,
        family: family.name,
        source: 'base',
        batch: index,
        context: '',
        seed: '',
        written: null,
        text,
        ...inspection,
        used: true,
      },
    };
  });
}

interface EvaluationSet {
  tasks: Candidate[];
  /** Their texts: no run trains on these. */
  texts: ReadonlySet<string>;
}

/** The evaluation set of the settings at the time of the call; made anew only when they have changed. */
export function evaluationSets(families: readonly Family[]): (settings: Settings) => EvaluationSet {
  let made: { split: string; count: number; set: EvaluationSet } | undefined;
  return (settings) => {
    const { evalSplit: split, evalTasks: count } = settings;
    if (made?.split !== split || made.count !== count) {
      const tasks = evaluationTasksOf(families, settings);
      made = { split, count, set: { tasks, texts: new Set(tasks.map(({ text }) => text.text)) } };
    }
    return made.set;
  };
}

/** avg@k by level: the same random numbers at every evaluation, so that only the weights make a difference. */
export async function evaluate(
  agent: Policy,
  tokenizer: TextTokenizer,
  tasks: readonly Candidate[],
  settings: Settings,
  contextLength: number,
): Promise<HeldOut | null> {
  if (tasks.length === 0) return null;
  const { rollouts } = await rollOut({
    agent,
    tokenizer,
    tasks,
    rolloutsPerTask: settings.evalSamples,
    temperature: settings.evalTemperature,
    settings,
    contextLength,
    key: randomKey(settings.seed, 'evaluation', 0),
  });
  const outcomes = rollouts.map(({ task, turns, finish }) => {
    const candidate = tasks[task];
    const { success } = agentReward(candidate.family, candidate.task, turns, finish, settings.successThreshold);
    return { candidate, value: success ? 1 : 0 };
  });
  const families = [...new Set(tasks.map(({ family }) => family))];
  const byLevel = Object.fromEntries(
    families.map((family) => [
      family.name,
      Array.from({ length: family.levels }, (_, i) =>
        meanOrZero(
          outcomes
            .filter(({ candidate }) => candidate.family === family && candidate.text.level === i + 1)
            .map(({ value }) => value),
        ),
      ),
    ]),
  );
  return {
    split: settings.evalSplit,
    samples: settings.evalSamples,
    byLevel,
    success: meanOrZero(Object.values(byLevel).flat()),
  };
}
