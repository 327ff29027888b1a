/**
 * @file The token being inspected: shared by all token strips, so that one popover serves the whole page.
 */
import { createContext } from 'svelte';

export type Writer = 'agent' | 'environment' | 'simulator';

export interface TokenDetail {
  token: string;
  id: number;
  /** Natural logarithm, as sampled. */
  logprob: number;
  writer: Writer;
}

/** Opens the window at an element. */
export type InspectToken = (detail: TokenDetail, at: HTMLElement) => void;

export const [getInspectToken, setInspectToken] = createContext<InspectToken>();
