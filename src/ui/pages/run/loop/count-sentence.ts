/** @file How many answers to a task are right. If nobody can check its key: how many agree with the key. */
import type { SuccessCount } from '../../../../curriculum/success.ts';
import type { TaskText } from '../../../../genenv/log/events.ts';
import { text } from '../../../../text/text.ts';
import { formatCount } from '../../../shared/format.ts';

export const countSentence = ({ key }: Pick<TaskText, 'key'>, { k, n }: SuccessCount): string =>
  (key?.right === null ? text.loop.agreed : text.loop.solved)(formatCount(k), formatCount(n));
