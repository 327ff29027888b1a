/** What a measure did: “went from 3% to 35%”, or that it stayed, where both are shown alike. */
export const went = (from: string, to: string): string =>
  from === to ? `stayed at ${to}` : `went from ${from} to ${to}`;
