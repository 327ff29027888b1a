/** @file The words of the end of one's own run. */
export const end = {
  label: 'The end of this run',
  /** Held-out success of the first and the last evaluation. */
  learned: (from: string, epoch: string, to: string, lastEpoch: string) =>
    from === to
      ? `Held-out success stayed at ${to}: in epoch ${epoch}, and in epoch ${lastEpoch}.`
      : `Held-out success went from ${from} (epoch ${epoch}) to ${to} (epoch ${lastEpoch}).`,
  next: 'Next: branch at a marked epoch, or raise Epochs in the settings to go on.',
  task: (task: string) => `The task “${task}”, its answers before and after`,
  heldOut: (task: string) => `“${task}”, a task that no model trains on`,
  none: 'No task came again and was solved more often in the end, and no held-out prompt turned right.',
  branch: (epoch: string) => `Branch at epoch ${epoch}`,
  again: 'New run',
  lesson: (title: string) => `Lesson: ${title}`,
} as const;
