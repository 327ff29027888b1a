import type { went as english } from '../en/went.ts';

export const went: typeof english = (from, to) => (from === to ? `처음과 같은 ${to}` : `처음 ${from}, 나중 ${to}`);
