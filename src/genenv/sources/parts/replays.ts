/** @file Tasks of D_train that the agent attempts again; all are equally likely. */
import type { Candidate } from '../../stages/candidate.ts';
import type { Pools } from '../../pools.ts';
import type { EpochRequest } from '../arm.ts';
import { drawFrom } from './draws.ts';
import { knownTask } from './known-tasks.ts';

/** Tasks attempted before, as candidates. */
export const replayed = (
  request: Pick<EpochRequest, 'families' | 'tokenizer'>,
  tasks: readonly { family: string; text: string }[],
): Candidate[] => tasks.map(({ family, text }) => knownTask(request, { family, text, source: 'replay' }));

/** `count` tasks of D_train. */
export const fromTrainPool = (
  request: Pick<EpochRequest, 'families' | 'settings' | 'tokenizer' | 'epoch'> & { pools: Pick<Pools, 'train'> },
  count: number,
): Candidate[] => replayed(request, drawFrom(request.pools.train, count, request, 'replays'));
