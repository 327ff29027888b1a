/** @file Says how a measure changed. */
import { text } from './text.ts';

/** Returns “went from 3% to 35%”, or “stayed at 3%” if both look the same. */
export const change = (from: string, to: string): string =>
  from === to ? text.change.stayed({ to }) : text.change.went({ from, to });
