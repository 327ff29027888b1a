/** @file What a stage of Algorithm 1 lights in the picture, and the data that move along its wires. */
import type { EpochStage } from '../../../../genenv/log/epoch-events.ts';
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

/** Counts the pieces of data that go along a wire in an epoch; null as long as nobody knows. */
export function piecesOn(wire: WireName, story: EpochStory | null): number | null {
  switch (wire) {
    case 'writes':
    case 'attempts':
    case 'judges':
      return story?.attempted ?? null;
    case 'answers':
      return story?.rollouts ?? null;
    case 'keeps':
      return story?.kept ?? null;
    case 'regression':
      return story?.environment ? (story.environment.steps > 0 ? story.environment.pairs : 0) : null;
    case 'policyGradient':
      return story?.agentSteps === 0 ? 0 : (story?.mixed ?? null);
    case 'traces':
      return story?.pools?.train ?? null;
  }
}
