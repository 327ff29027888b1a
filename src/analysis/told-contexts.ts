/**
 * @file What telling the environment of the agent came to in a run, from its log: held-out success on the way, how often an
 * epoch's success was near ½, and whether weak skills were written more often than others.
 */
import type { RunEvent, TasksWritten } from '../genenv/log/events.ts';
import { successRate } from '../curriculum/success.ts';
import { skillsAfterSeed, WEAK } from '../tasks/family.ts';
import { familyByName } from '../tasks/registry.ts';
import { wordsOf } from '../tasks/text.ts';
import { areaUnderCurve } from './curves.ts';

export interface ToldContexts {
  /** Held-out success of the last evaluation, and its mean over the run; null of fewer than two evaluations. */
  heldOut: number | null;
  area: number | null;
  /** Share of epochs with success in [.4, .6]. */
  nearHalf: number;
  /**
   * How often a told weak skill is needed by what was written after the seed, over how often another is: shares of all needs
   * divided by the number of such skills. Null where none was told.
   */
  weakRatio: number | null;
}

const LOW = 0.4;
const HIGH = 0.6;

/** The weak skills that a context in words tells. */
function weakIn(context: string): string[] {
  const words = wordsOf(context);
  return words.filter((_, i) => words[i - 1] === WEAK);
}

/** Needs of a weak or another skill, and skills of that kind that could have been needed: both summed over needs. */
interface Needs {
  weak: number;
  others: number;
  weakSkills: number;
  otherSkills: number;
}

function addNeeds(sum: Needs, { texts }: TasksWritten): void {
  for (const { family: name, context, seed, text, verdict, written } of texts) {
    const weak = weakIn(context);
    if (weak.length === 0 || verdict !== 'valid' || !written) continue;
    const family = familyByName(name);
    const parsed = family.parse(text);
    for (const skill of parsed.ok ? skillsAfterSeed(family, seed, parsed.task) : []) {
      sum[weak.includes(skill) ? 'weak' : 'others'] += 1;
      sum.weakSkills += weak.length;
      sum.otherSkills += family.skills.length - weak.length;
    }
  }
}

export async function toldContexts(log: AsyncIterable<RunEvent>): Promise<ToldContexts> {
  const curve: { x: number; y: number }[] = [];
  const needs: Needs = { weak: 0, others: 0, weakSkills: 0, otherSkills: 0 };
  let epochs = 0;
  let near = 0;
  for await (const event of log) {
    if (event.type === 'run-started' && event.heldOut) curve.push({ x: 0, y: event.heldOut.success });
    if (event.type === 'tasks-written') addNeeds(needs, event);
    if (event.type !== 'epoch-ended') continue;
    const success = successRate(event.success);
    epochs++;
    if (success >= LOW && success <= HIGH) near++;
    if (event.heldOut) curve.push({ x: event.epoch, y: event.heldOut.success });
  }
  const { weak, others, weakSkills, otherSkills } = needs;
  return {
    heldOut: curve.at(-1)?.y ?? null,
    area: areaUnderCurve(curve),
    nearHalf: epochs === 0 ? 0 : near / epochs,
    weakRatio: weakSkills === 0 || others === 0 ? null : weak / weakSkills / (others / otherSkills),
  };
}
