/** @file Whether a picture of a run has been drawn: one that takes its place is drawn whole, and not part by part. */
export const drawnBefore = { picture: false };
