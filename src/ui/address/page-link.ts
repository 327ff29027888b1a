/**
 * @file The part of a link that is about the page and not the settings: the lesson it opens, the panel, whether it is one
 * frame of another page, and at which epoch the recorded run stands still there.
 */
export interface PageLink {
  /** The name of a lesson; not checked here. */
  lesson?: string;
  panel?: string;
  /** One frame without bars. */
  embed: boolean;
  /** The epoch of the recorded run; undefined: it plays. */
  epoch?: number;
}

export const LESSON = 'lesson';
export const PANEL = 'panel';
export const EMBED = 'embed';
export const EPOCH = 'epoch';
/** Parameters of an address that are not settings. */
export const pageParameters = [LESSON, PANEL, EMBED, EPOCH] as const;

export function readPageLink(query: string): PageLink {
  const parameters = new URLSearchParams(query);
  const epoch = parameters.get(EPOCH) ?? '';
  return {
    lesson: parameters.get(LESSON) ?? undefined,
    panel: parameters.get(PANEL) ?? undefined,
    embed: parameters.has(EMBED),
    ...(/^\d{1,6}$/.test(epoch) ? { epoch: Number(epoch) } : {}),
  };
}
