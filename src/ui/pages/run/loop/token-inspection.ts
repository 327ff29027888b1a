/** @file The token being inspected: shared by all token strips, so that one popover serves the whole page. */
import { createContext } from 'svelte';
import type { WrittenTokens } from '../../../../genenv/log/events.ts';

export type Writer = 'agent' | 'environment' | 'simulator';

export interface TokenDetail {
  /** The text, and which of its tokens. */
  written: WrittenTokens;
  index: number;
  writer: Writer;
}

/** Opens the window at an element. */
export type InspectToken = (detail: TokenDetail, at: HTMLElement) => void;

export const [getInspectToken, setInspectToken] = createContext<InspectToken>();
