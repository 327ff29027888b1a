/**
 * @file What prime-rl's trainer writes with `trainer.enable_token_export`: `token_exports/step_7/rank_0.jsonl`, a JSON line for
 * each sequence with lists of the same length, a value for each token of prompt and completion (prime_rl/trainer/rl/token_export.py,
 * revision 559b447). Positions are aligned: the log-probabilities at a place are those of the token there. It has neither texts nor
 * rewards: tokens are their ids, and the advantages are the log's. Numbers that are not finite are null.
 */
import { z } from 'zod';
import { CodedError } from '../../../common/coded-error.ts';
import { meanAdvantage } from '../../../genenv/log/agent-tokens.ts';
import { type RowReader, UNLOGGED } from '../logged-rollout.ts';
import { readRow, step } from './read-row.ts';
import { idText, sameLength, tokensAfterPrompt } from './token-lists.ts';

const perToken = z.array(z.number().nullable());
const schema = z.looseObject({
  step,
  env_name: z.string().nullish(),
  token_ids: z.array(z.int()),
  loss_mask: z.array(z.boolean()),
  advantages: perToken,
  inference_logprobs: perToken,
  trainer_logprobs: perToken,
});

export const primeRl: RowReader = {
  recognise: (row) => 'token_ids' in row && 'loss_mask' in row,
  read: (row) => {
    const read = readRow(schema, row);
    const { token_ids: ids, loss_mask: mask, inference_logprobs, trainer_logprobs, advantages, env_name = null } = read;
    for (const name of ['loss_mask', 'advantages', 'inference_logprobs', 'trainer_logprobs'] as const)
      sameLength(name, read[name], ids.length);
    const lists = { sampled: inference_logprobs, trained: trainer_logprobs, advantages };
    const tokens = tokensAfterPrompt(ids, mask, lists);
    if (!tokens) throw new CodedError('row-invalid', { place: 'loss_mask', cause: 'no token is the model’s' });
    const advantage = meanAdvantage(tokens);
    if (advantage === null) throw new CodedError('row-not-finite', { field: 'advantages' });
    const prompt = ids.slice(0, mask.indexOf(true)).map(idText).join('');
    const group = `${env_name ?? ''} ${prompt}`;
    const rollout = { ...UNLOGGED, group, prompt, family: env_name, tokens, advantage };
    return { step: read.step, evaluation: false, rollouts: [rollout] };
  },
};
