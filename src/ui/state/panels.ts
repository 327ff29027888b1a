/** @file What can stand beside the picture of the run page: the three curves, what a person opened, or all that the lab shows. */
/** Opened from the picture, or by the buttons above it. */
export const OPENED = ['tasks', 'answers', 'updates', 'settings'] as const;
export type Opened = (typeof OPENED)[number];
export const PANELS = ['circuit', ...OPENED, 'curves'] as const;
export type Panel = (typeof PANELS)[number];

export const isOpened = (panel: Panel): panel is Opened => (OPENED as readonly Panel[]).includes(panel);
