/**
 * @file What an answer is judged by, as data: for programs that do not have this one's task families. The rules are those
 * of the families, written again in python/reward.py; a test holds both to the same rewards.
 */
import type { Family } from '../../tasks/family.ts';
import { parametersOf, parseTask, valuesFor } from '../../tasks/families/function-calling/task.ts';
import type { TravelRulesTask } from '../../tasks/families/travel-rules/task.ts';
import { KINDS_FOR } from '../../tasks/families/travel-rules/world.ts';

export type RewardSpec =
  /** The words of one answer. */
  | { rule: 'exact'; answer: string }
  /** BFCL's rule: these calls in any order; `''` among a parameter's values: it may be left out. Empty: no call at all. */
  | { rule: 'calls'; calls: { name: string; allowed: Record<string, string[]> }[] }
  /** For each day in order one of the words listed with their prices; together no dearer than `limit`. */
  | { rule: 'plan'; days: Record<string, number>[]; limit: number };

function callsSpec(text: string): RewardSpec | null {
  const parsed = parseTask(text);
  if (!parsed.ok) return null;
  const { requests, irrelevant } = parsed.task;
  if (irrelevant) return { rule: 'calls', calls: [] };
  return {
    rule: 'calls',
    calls: requests.map((request) => ({
      name: request.name,
      allowed: Object.fromEntries(
        parametersOf(request).map((parameter) => {
          const values = valuesFor(request, parameter);
          return [parameter, values.length === 0 ? [''] : values];
        }),
      ),
    })),
  };
}

/** City and need cost nothing, and each is a day to itself: the rule reads one word a day. */
const kindsSpec = ({ nights, budget }: TravelRulesTask): RewardSpec => ({
  rule: 'plan',
  days: nights.flatMap(({ city, need }): Record<string, number>[] => [
    { [city]: 0 },
    { [need]: 0 },
    Object.fromEntries(KINDS_FOR.get(need)!.map(({ name, price }) => [name, price])),
  ]),
  limit: budget,
});

/** The spec of a valid task; null where a family plays a dialogue or has no rule here: it stays with this program. */
export function rewardSpec(family: Family, text: string): RewardSpec | null {
  const parsed = family.parse(text);
  if (!parsed.ok || family.maxTurns > 1) return null;
  const oracle = family.oracle(parsed.task);
  if (!oracle.solvable) return null;
  const [answer] = oracle.answers;
  switch (family.name) {
    case 'household':
      return { rule: 'exact', answer };
    case 'function-calling':
      return callsSpec(text);
    case 'travel-rules':
      return kindsSpec(parsed.task as TravelRulesTask);
    default:
      return null;
  }
}
