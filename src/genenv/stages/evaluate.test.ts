import { expect, it } from 'vitest';
import { scriptedModel } from '../../policy/testing/scripted-policy.ts';
import type { Policy } from '../../policy/policy.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { parseSettings } from '../settings/settings.ts';
import { tokenizerOf } from '../testing/table-players.ts';
import { evaluate, evaluationTasksOf } from './evaluate.ts';

it('measures every family at every level, and means over levels', async () => {
  const families = familiesByName(['function-calling', 'travel', 'stateful-calls', 'household-game', 'multi-hop']);
  const settings = parseSettings({ evalTasks: 2, evalSamples: 2 });
  const tasks = evaluationTasksOf(families, settings);
  const answers = tasks.map(({ family, task }) => {
    const oracle = family.oracle(task);
    return oracle.solvable ? oracle.answers : [];
  });
  // An agent that solves the odd levels, and writes a word that answers nothing at the others.
  const tokenizer = tokenizerOf(families);
  const { policy } = scriptedModel(tokenizer, ({ task, turn }) =>
    tasks[task].text.level % 2 === 1 ? answers[task][turn] : '&',
  );
  const { byLevel, success, samples } = (await evaluate(policy as Policy, tokenizer, tasks, settings, 512))!;
  expect(samples).toBe(2);
  expect(byLevel).toEqual({
    'function-calling': [1, 0, 1, 0, 1, 0, 1, 0],
    travel: [1, 0, 1, 0, 1, 0, 1, 0],
    'stateful-calls': [1, 0, 1, 0, 1, 0, 1, 0],
    'household-game': [1, 0, 1, 0, 1, 0],
    'multi-hop': [1, 0, 1, 0, 1, 0],
  });
  expect(success).toBe(0.5);
});
