/**
 * @file The tasks of an epoch: a mixture of base data, tasks replayed from D_train, and new ones, from wherever the arm
 * takes them.
 */
import type { Family } from '../../tasks/family.ts';
import type { RandomStream } from '../../random/random-stream.ts';
import { arms } from './arms.ts';
import { baseData } from './base-data.ts';
import type { RunState, TaskSource, TaskText } from '../events.ts';
import { type Candidate, inspectTask } from '../stages/inspect-task.ts';
import type { TaskReason } from '../reasons.ts';
import { drawReplays, REPLAY_SHARE } from './level-replay.ts';
import { tasksAtLevels } from './level-rule.ts';
import { mixture, type Pools } from '../pools.ts';
import type { Policy } from '../../policy/policy.ts';
import { randomStream } from '../../random/streams.ts';
import type { Settings } from '../settings/settings.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { writeTasks, type WrittenTasks } from '../stages/write-tasks.ts';

export interface ChooseRequest {
  settings: Settings;
  families: readonly Family[];
  tokenizer: TextTokenizer;
  environment: Policy;
  pools: Pools;
  epoch: number;
  state: RunState;
  refuse: (text: string) => TaskReason | null;
}

/** Which draw of an epoch this is: a random stream of its own for each. */
const DRAWS: Record<TaskSource | 'level-rule', number> = {
  environment: 0,
  base: 1,
  replay: 2,
  static: 3,
  offline: 4,
  'level-rule': 5,
};

const drawStream = ({ settings, epoch }: ChooseRequest, source: keyof typeof DRAWS): RandomStream =>
  randomStream(settings.seed, 'mixture', epoch, DRAWS[source]);

/** `count` of the items, different ones as long as there are enough. */
function drawFrom<Item>(items: readonly Item[], count: number, request: ChooseRequest, source: TaskSource): Item[] {
  const random = drawStream(request, source);
  if (count <= items.length) return random.sample(items, count);
  return Array.from({ length: count }, () => random.choice(items));
}

/** A known text as a candidate of this epoch; index and batch are given later. */
function again(
  families: readonly Family[],
  known: Partial<TaskText> & Pick<TaskText, 'family' | 'text' | 'source'>,
): Candidate {
  const family = families.find(({ name }) => name === known.family);
  if (!family)
    throw new Error(`A task of the family ${known.family} is to be used, but this run is of others. Start a new run.`);
  const { task, ...inspection } = inspectTask(family, known.text);
  return {
    family,
    task,
    contextIds: [],
    text: {
      index: 0,
      batch: 0,
      context: '',
      seed: '',
      written: null,
      ...known,
      ...inspection,
      used: task !== null,
    },
  };
}

export async function chooseTasks(request: ChooseRequest): Promise<WrittenTasks> {
  const { settings, families, pools, state, epoch } = request;
  const { tasks: source, replaysByScore } = arms[settings.arm];
  const counts = replaysByScore
    ? mixture({ ...settings, replayShare: REPLAY_SHARE }, pools.seen.size)
    : mixture(settings, pools.train.length);
  const fromBase = (count: number) =>
    drawFrom(count > 0 ? baseData(families, settings) : [], count, request, 'base').map((task) =>
      again(families, { ...task, source: 'base' }),
    );
  const known = [
    ...(source === 'static' || source === 'offline'
      ? drawFrom(pools.fixed, counts.fresh, request, source).map((text) => again(families, text))
      : []),
    ...fromBase(counts.base + (source === 'base' ? counts.fresh : 0)),
    ...(source === 'level-rule'
      ? tasksAtLevels(families, state, counts.fresh, epoch, drawStream(request, source)).map((task) =>
          again(families, { ...task, source: 'base' }),
        )
      : []),
    ...(replaysByScore
      ? drawReplays([...pools.seen.values()], counts.replay, epoch, drawStream(request, 'replay'))
      : drawFrom(pools.train, counts.replay, request, 'replay')
    ).map(({ family, text }) => again(families, { family, text, source: 'replay' })),
  ];
  const written =
    source === 'environment' && counts.fresh > 0
      ? await writeTasks({
          ...request,
          writer: request.environment,
          source,
          needed: counts.fresh,
          recentSuccess: state.recentSuccess,
        })
      : { candidates: [], tokens: 0, flops: 0 };
  return { ...written, candidates: [...written.candidates, ...numbered(known, written.candidates)] };
}

/** Known tasks get the indices after the written ones, and each is a task batch of its own. */
function numbered(known: readonly Candidate[], written: readonly Candidate[]): Candidate[] {
  const firstBatch = 1 + Math.max(-1, ...written.map(({ text }) => text.batch));
  return known.map((candidate, i) => ({
    ...candidate,
    text: { ...candidate.text, index: written.length + i, batch: firstBatch + i },
  }));
}
