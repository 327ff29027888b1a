/** @file The stages of one epoch in the order of Algorithm 1, each named as the event it yields. */
import type { RunEvent } from './log/events.ts';

export const STAGES = [
  'tasks-written',
  'rolled-out',
  'scored',
  'filtered',
  'agent-updated',
  'environment-updated',
  'pools-updated',
  'epoch-ended',
] as const satisfies readonly RunEvent['type'][];

export type EpochStage = (typeof STAGES)[number];
