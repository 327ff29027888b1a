/** @file One task before and after a run: the one followed through it, or else a held-out prompt that was learned. */
import type { SuccessCount } from '../curriculum/success.ts';
import { wordsOf } from '../tasks/text.ts';
import type { FollowedAnswer, FollowedTask } from './followed-task.ts';
import { followedAnswers } from './followed-answers.ts';
import type { HeldOutAnswer } from '../genenv/log/events.ts';
import type { RunView } from './run-view.ts';

interface Side {
  /** 0: before the first. */
  epoch: number;
  answers: FollowedAnswer[];
  count: SuccessCount;
}

export interface BeforeAfter {
  task: string;
  /** The words of a right answer. */
  right: string[];
  before: Side;
  after: Side;
  /** No model trains on it. */
  heldOut: boolean;
}

/** Without the token that ends it. Tokens with spaces of their own are parts of words; others are words. */
function answerOf({ tokens, mask, success }: HeldOutAnswer): FollowedAnswer {
  const written = tokens.filter((_, i) => mask[i] === 1);
  if (/^<\S+>$/.test(written.at(-1) ?? '')) written.pop();
  const glue = written.some((token) => /\s/.test(token)) ? '' : ' ';
  return { words: wordsOf(written.join(glue)), success };
}

/** Null where the run has shown neither. */
export function beforeAfter(followed: FollowedTask | null, view: RunView): BeforeAfter | null {
  if (followed) {
    const { task, right, meetings } = followed;
    return { task, right, before: meetings[0], after: meetings.at(-1)!, heldOut: false };
  }
  for (const { task, answers } of followedAnswers(view)) {
    const [first, last] = [answers[0], answers.at(-1)!];
    if (first.answer.success || !last.answer.success) continue;
    const side = ({ epoch, answer }: typeof first): Side => ({
      epoch,
      answers: [answerOf(answer)],
      count: { k: Number(answer.success), n: 1 },
    });
    const after = side(last);
    return { task, right: after.answers[0].words, before: side(first), after, heldOut: true };
  }
  return null;
}
