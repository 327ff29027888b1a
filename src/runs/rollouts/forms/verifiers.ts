/**
 * @file What `verifiers` writes, alone (`vf-eval`) or in prime-rl (`rollouts/step_7/train/effective/traces.jsonl`): a JSON line for
 * each episode with the traces of its agents. A trace is a graph of messages; each path from its root to a leaf is one sample of
 * training, and one rollout here (verifiers/v1/episode.py, trace.py and graph.py; verifiers 0.4.0). Each message has the tokens that
 * it adds, if the log has tokens; log-probabilities and advantages are those of the sampled tokens alone.
 *
 * Before 0.4, `vf-eval` wrote `results.jsonl`: a line for each rollout, of example_id, prompt, completion and reward
 * (verifiers/utils/eval_utils.py, verifiers 0.1.9).
 */
import { z } from 'zod';
import { CodedError } from '../../../common/coded-error.ts';
import { meanAdvantage } from '../../../genenv/log/agent-tokens.ts';
import { type LoggedRollout, type LoggedRow, type RowReader, UNLOGGED } from '../logged-rollout.ts';
import { chat, completionTexts, message, messageText, promptText, turnTexts } from './chat-text.ts';
import { readRow, step } from './read-row.ts';
import { sameLength, tokensAfterPrompt } from './token-lists.ts';

const numbers = z.array(z.number()).nullish();
const node = z.looseObject({
  parent: z.int().min(0).nullish(),
  message,
  sampled: z.boolean().default(false),
  token_ids: z.array(z.int()).default([]),
  mask: z.array(z.boolean()).default([]),
  logprobs: numbers,
  trainer_logprobs: numbers,
  advantages: numbers,
});
type Node = z.infer<typeof node>;

const trace = z.looseObject({
  agent: z.looseObject({ trainable: z.boolean().nullish() }).nullish(),
  nodes: z.array(node),
  rewards: z.record(z.string(), z.looseObject({ score: z.number(), weight: z.number().default(1) }).nullish()),
});
type Trace = z.infer<typeof trace>;

const episode = z.looseObject({
  id: z.string().nullish(),
  env: z.looseObject({ id: z.string().nullish(), name: z.string().nullish() }).nullish(),
  task: z.looseObject({ key: z.string().nullish(), data: z.looseObject({ idx: z.int().nullish() }).nullish() }),
  group: z.looseObject({ id: z.string() }).nullish(),
  run: z.looseObject({ type: z.string(), work: z.looseObject({ type: z.string(), step }).nullish() }).nullish(),
  traces: z.array(trace),
});
type Episode = z.infer<typeof episode>;

const result = z.looseObject({
  example_id: z.union([z.int(), z.string()]),
  task: z.string().nullish(),
  prompt: chat,
  completion: chat,
  reward: z.number(),
});

/** The messages from the root to each leaf. @throws CodedError where a parent is no message before its own */
function paths({ nodes }: Trace, place: string): Node[][] {
  const parents = new Set(nodes.map(({ parent }) => parent));
  return nodes.flatMap((_, leaf) => {
    if (parents.has(leaf)) return [];
    const path: Node[] = [];
    for (let at: number | null | undefined = leaf; at != null;) {
      const { parent }: Node = nodes[at];
      if (parent != null && parent >= at)
        throw new CodedError('row-invalid', {
          place: `${place}.nodes[${at}].parent`,
          cause: 'it is not a message before',
        });
      path.unshift(nodes[at]);
      at = parent;
    }
    return [path];
  });
}

/** What a node says of its sampled tokens, at their places; null where it says nothing of them. */
function spread({ mask }: Node, values: readonly number[] | null | undefined, field: string): (number | null)[] {
  const own = mask.filter(Boolean).length;
  if (!values || (values.length === 0 && own > 0)) return mask.map(() => null);
  sameLength(field, values, own);
  let next = 0;
  return mask.map((sampled) => (sampled ? values[next++] : 0));
}

function tokensOf(path: readonly Node[], place: string) {
  const list = (name: 'logprobs' | 'trainer_logprobs' | 'advantages') =>
    path.flatMap((one) => spread(one, one[name], `${place}.${name}`));
  for (const { mask, token_ids } of path) sameLength(`${place}.mask`, mask, token_ids.length);
  const lists = { sampled: list('logprobs'), trained: list('trainer_logprobs'), advantages: list('advantages') };
  const [ids, mask] = [path.flatMap((one) => one.token_ids), path.flatMap((one) => one.mask)];
  return tokensAfterPrompt(ids, mask, lists);
}

function rolloutsOf(one: Trace, place: string, { env, task, group }: Episode): LoggedRollout[] {
  const rewards = Object.entries(one.rewards).flatMap(([name, reward]) =>
    reward ? [[name, reward.score * reward.weight] as const] : [],
  );
  const reward = rewards.length === 0 ? null : rewards.reduce((sum, [, value]) => sum + value, 0);
  return paths(one, place)
    .filter((path) => path.some(({ sampled }) => sampled))
    .map((path) => {
      const first = path.findIndex(({ sampled }) => sampled);
      const prompt = promptText(path.slice(0, first).map((node) => node.message));
      const said = path.slice(first).map(({ sampled, message }) => ({ own: sampled, text: messageText(message) }));
      const tokens = tokensOf(path, `${place}.nodes`);
      const advantage = tokens && meanAdvantage(tokens);
      if (reward === null && advantage === null) throw new CodedError('row-no-reward');
      return {
        ...UNLOGGED,
        group: group?.id ?? task.key ?? prompt,
        prompt,
        family: env?.name ?? env?.id ?? null,
        ...turnTexts(said),
        tokens,
        reward,
        rewards: rewards.length > 1 ? Object.fromEntries(rewards) : {},
        advantage,
      };
    });
}

function readEpisode(row: Episode): LoggedRow {
  const work = row.run?.type === 'train' ? row.run.work : null;
  const rollouts = row.traces.flatMap((one, i) =>
    one.agent?.trainable === false ? [] : rolloutsOf(one, `traces[${i}]`, row),
  );
  if (rollouts.length === 0) throw new CodedError('row-no-answer');
  return { step: work?.step ?? null, ...(row.id && { id: row.id }), evaluation: work?.type === 'eval', rollouts };
}

function readResult({ example_id, task = null, prompt, completion, reward }: z.infer<typeof result>): LoggedRow {
  const rollout: LoggedRollout = {
    ...UNLOGGED,
    group: `${task ?? ''} ${example_id}`,
    prompt: promptText(prompt),
    family: task,
    ...completionTexts(completion),
    reward,
  };
  return { step: null, evaluation: false, rollouts: [rollout] };
}

export const verifiers: RowReader = {
  recognise: (row) => ('traces' in row && 'task' in row) || ('example_id' in row && 'completion' in row),
  read: (row) => ('traces' in row ? readEpisode(readRow(episode, row)) : readResult(readRow(result, row))),
};
