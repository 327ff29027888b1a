/** @file What can stand beside the picture of the run page: the three curves, what a person opened, or all that the lab shows. */
/** Opened by pointing at the picture. */
export const OPENED = ['tasks', 'answers', 'updates'] as const;
export type Opened = (typeof OPENED)[number];
export const PANELS = ['circuit', ...OPENED, 'curves'] as const;
export type Panel = (typeof PANELS)[number];

export const isOpened = (panel: Panel): panel is Opened => (OPENED as readonly Panel[]).includes(panel);
