/** @file Why a text is not a task of a world, and why an answer has its score. */
import type { Sentences } from '../../common/sentences.ts';
import { prefixed, type BareReason, type WorldReason } from './reasons.ts';

const sentences: Sentences<BareReason> = {
  'empty-text': () => '文本是空的。',
  'malformed-goal': ({ goal }) => `第 ${goal} 个目标不是一个动作加一个物体（动作需要参数时再加参数）。`,
  'unknown-verb': ({ word }) => `“${word}”不是这个世界里的动作。`,
  'unknown-object': ({ word }) => `“${word}”不是这个世界里的物体。`,
  'unknown-argument': ({ word, verb }) => `“${word}”不是“${verb}”的参数。`,
  'two-goals': ({ object }) => `物体“${object}”有两个目标。`,
  'too-many-goals': ({ goals, most }) => `文本有 ${goals} 个目标，最多 ${most} 个。`,
  'malformed-distractors': () => '“;”之后不是一串互不相同、没有目标的物体。',
  'too-many-distractors': ({ distractors, most }) => `文本提到 ${distractors} 个没有目标的物体，最多 ${most} 个。`,
  'no-place': ({ goal, verb, object }) => `第 ${goal} 个目标：没有地方可以 ${verb} ${object}。`,
  'malformed-answer': () => '回答不是按顺序写出每个目标的物体、动作、参数（如果有）和地点。',
  solved: () => '每个物体都在正确的地点。',
  'wrong-station': ({ goal, station, verb, object }) => `第 ${goal} 个目标：${station} 不是 ${verb} ${object} 的地方。`,
};

export const worldReasons = <Prefix extends string>(prefix: Prefix): Sentences<WorldReason<Prefix>> =>
  prefixed(prefix, sentences);
