/** @file The beginning of the recorded run, shown before all of it is there. */
import { type FollowedTask, followedTask } from '../../analysis/followed-task.ts';
import { type Beat, storyBeats } from '../../analysis/story-beats.ts';
import type { LessonMoments } from '../../lessons/lesson.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import type { StoredRun } from '../../../workers/run/contract.ts';

/** What a whole run tells: its beats, and the task that is followed through them. */
export interface Story {
  beats: readonly Beat[];
  followed: FollowedTask | null;
}

/** The record of the whole run, the story that it tells, and its first epochs, whole. */
export interface ExampleStart extends StoredRun {
  story: Story;
  moments: LessonMoments;
}

/** @param readEpoch the events of an epoch, whole; of `events` outlines are enough */
export const storyOf = async (
  events: readonly RunEvent[],
  readEpoch: (epoch: number) => Promise<readonly RunEvent[]>,
): Promise<Story> => ({
  beats: await storyBeats(events, readEpoch),
  followed: await followedTask(events, readEpoch),
});
