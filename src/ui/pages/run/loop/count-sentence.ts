/** @file Says how many answers to a task are right or, if its key is wrong or unverified, how many agree with the key. */
import { isKeyUnconfirmed } from '../../../../analysis/run-view.ts';
import type { SuccessCount } from '../../../../curriculum/environment-reward.ts';
import type { TaskText } from '../../../../genenv/log/events.ts';
import { runText } from '../../../../text/run.ts';
import { formatCount } from '../../../shared/format.ts';

export const countSentence = (task: Pick<TaskText, 'key'>, { k, n }: SuccessCount): string =>
  (isKeyUnconfirmed(task) ? runText.loop.agreed : runText.loop.solved)({ k: formatCount(k), n: formatCount(n) });
