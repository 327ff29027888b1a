/** @file The panels of the run page, in the order of their tabs: one of them stands beside the curves. */
export const PANELS = ['circuit', 'tasks', 'answers', 'updates', 'curves'] as const;
export type Panel = (typeof PANELS)[number];
