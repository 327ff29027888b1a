/**
 * @file The part of a link that is about the page and not the settings: the lesson it opens, the panel, whether it is one
 * frame of another page, and at which epoch the recorded run stands still there.
 */
import { type Shared, shareQuery } from './share-url.ts';

export interface PageLink {
  /** The name of a lesson; not checked here. */
  lesson?: string;
  panel?: string;
  /** One frame without bars. */
  embed: boolean;
  /** The epoch of the recorded run; undefined: it plays. */
  epoch?: number;
}

const LESSON = 'lesson';
const PANEL = 'panel';
const EMBED = 'embed';
const EPOCH = 'epoch';
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

/**
 * Returns the address of the page as a link opens it: the reverse of `readPageLink`.
 * @param shared the settings, and what is hidden; a lesson and the recorded run have settings of their own
 */
export function pageUrl(page: string, { lesson, panel, embed, epoch }: PageLink, shared?: Shared): string {
  const url = new URL(page);
  const own = new URLSearchParams([
    ...(lesson ? [[LESSON, lesson]] : []),
    ...(panel ? [[PANEL, panel]] : []),
    ...(epoch === undefined ? [] : [[EPOCH, String(epoch)]]),
    ...(embed ? [[EMBED, '']] : []),
  ]);
  url.search = [own.toString(), shared && shareQuery(shared)].filter(Boolean).join('&');
  url.hash = '';
  return url.href;
}
