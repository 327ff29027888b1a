/** @file The address of the page as a link opens it: the reverse of page-link.ts, needed only where links are made. */
import { EMBED, EPOCH, LESSON, type PageLink, PANEL } from './page-link.ts';
import { type Shared, shareQuery } from './share-url.ts';

/** @param shared the settings, and what is hidden; a lesson and the recorded run have settings of their own */
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
