/**
 * @file What a stage of Algorithm 1 lights in the picture of the loop: its parts, and the wires along which data move, with
 * how many pieces of it.
 */
import type { EpochStage } from '../../../../genenv/epoch-stages.ts';
import type { EpochStory } from '../../../../analysis/epoch-story.ts';
import type { Part, WireName } from './circuit-geometry.ts';

interface Flow {
  parts: readonly Part[];
  wires: readonly WireName[];
}

const flows: Readonly<Record<EpochStage, Flow>> = {
  'tasks-written': { parts: ['environment', 'tasks'], wires: ['writes'] },
  'rolled-out': { parts: ['agent', 'tasks'], wires: ['attempts', 'answers'] },
  scored: { parts: ['tasks'], wires: [] },
  filtered: { parts: ['tasks', 'filter'], wires: ['judges'] },
  'agent-updated': { parts: ['agent'], wires: ['policyGradient'] },
  'environment-updated': { parts: ['environment'], wires: ['keeps', 'regression'] },
  'pools-updated': { parts: ['environmentPool', 'trainPool'], wires: ['keeps', 'traces'] },
  // Held-out tasks are attempted: their curve is lit.
  'epoch-ended': { parts: [], wires: [] },
};

export const flowOf = (stage: EpochStage | undefined): Flow => (stage ? flows[stage] : { parts: [], wires: [] });

/**
 * How many pieces of data go along a wire in an epoch; null as long as nobody knows.
 * @param expected tasks that an epoch will have
 */
export function piecesOn(wire: WireName, story: EpochStory | null, expected: number): number | null {
  switch (wire) {
    case 'writes':
    case 'attempts':
      return story?.tasks?.attempted ?? expected;
    case 'answers':
      return story?.rollouts ?? expected;
    case 'judges':
      return story?.tasks?.attempted ?? null;
    case 'keeps':
      return story?.kept?.own ?? null;
    case 'regression':
      return story?.environment
        ? story.environment.steps > 0
          ? story.environment.pairs
          : 0
        : (story?.kept?.own ?? null);
    case 'policyGradient':
      return story?.agent ? (story.agent.steps > 0 ? (story.groups?.mixed ?? 0) : 0) : (story?.groups?.mixed ?? null);
    case 'traces':
      return story?.pools?.train ?? null;
  }
}
