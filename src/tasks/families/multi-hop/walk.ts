/** @file Finds the facts that answer a multi-hop question, hop by hop, and audits the task by them. */
import type { Audit } from '../../family.ts';
import type { MultiHopReason } from './reasons.ts';
import { type Fact, lookUp, type MultiHopTask } from './task.ts';
import { RELATION_OF } from './world.ts';

interface Walk {
  /** The fact that answers each hop; its object is a person, and at the end perhaps a thing. */
  steps: Fact[];
  /** Why the facts do not answer the question; null where they do. */
  problem: MultiHopReason | null;
  /** True if some hop has two answers. */
  ambiguous: boolean;
}

export function walk(task: MultiHopTask): Walk {
  const steps: Fact[] = [];
  let subject = task.start;
  let ambiguous = false;
  for (const { question } of task.hops) {
    const relation = RELATION_OF.get(question)!;
    const [object, ...others] = lookUp(task.facts, subject, relation);
    if (object === undefined) return { steps, problem: { code: 'multi-hop/unanswered', question, subject }, ambiguous };
    ambiguous ||= others.length > 0;
    steps.push({ subject, relation, object });
    subject = object;
  }
  return { steps, problem: null, ambiguous };
}

export function audit(task: MultiHopTask): Audit {
  if (walk(task).ambiguous) return 'ambiguous';
  return task.hops.every(({ facts }) => facts.length === 1) ? 'trivial' : 'valid';
}
