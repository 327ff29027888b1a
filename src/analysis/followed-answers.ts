/** @file The same held-out prompts across a run: what the agent answered at each evaluation that kept its answers. */
import type { HeldOutAnswer } from '../genenv/log/events.ts';
import type { RunView } from './run-view.ts';

/** A prompt with its answers, earliest evaluation first; epoch 0 is the one before training. */
export interface FollowedPrompt extends Pick<HeldOutAnswer, 'family' | 'level' | 'task' | 'prompt'> {
  answers: { epoch: number; answer: HeldOutAnswer }[];
}

/** In the order of the first evaluation: by family, then by level. Empty where the log keeps no answers. */
export function followedAnswers({ started, epochs }: RunView): FollowedPrompt[] {
  const evaluations = [
    { epoch: 0, heldOut: started?.heldOut },
    ...epochs.map(({ epoch, 'epoch-ended': ended }) => ({ epoch, heldOut: ended?.heldOut })),
  ];
  const prompts = new Map<string, FollowedPrompt>();
  for (const { epoch, heldOut } of evaluations)
    for (const answer of heldOut?.answers ?? []) {
      const { family, level, task, prompt } = answer;
      const key = `${family} ${task}`;
      const followed = prompts.get(key) ?? { family, level, task, prompt, answers: [] };
      followed.answers.push({ epoch, answer });
      prompts.set(key, followed);
    }
  return [...prompts.values()];
}
