import type { went as english } from '../en/went.ts';

export const went: typeof english = (from, to) => (from === to ? `保持在 ${to}` : `从 ${from} 变为 ${to}`);
