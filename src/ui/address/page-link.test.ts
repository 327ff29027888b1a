/** @file Links to a lesson, a panel and an embed give back what they were made of, beside any settings. */
import { expect, it } from 'vitest';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { type PageLink, pageParameters, pageUrl, readPageLink } from './page-link.ts';
import { readShareQuery } from './share-url.ts';

const links: PageLink[] = [
  { embed: false, lesson: 'why-half', panel: undefined },
  { embed: true, lesson: undefined, panel: 'curves', epoch: 40 },
  { embed: true, lesson: undefined, panel: undefined },
];

it('says what it was made of', () => {
  for (const link of links) expect(readPageLink(new URL(pageUrl('http://a.b/c/?x=1#y', link)).search)).toEqual(link);
});

it('leaves the settings to themselves', () => {
  const shared = { settings: { ...presetSettings('quick'), alpha: 0.4 }, hidden: ['kMin' as const] };
  for (const link of links) {
    const { search } = new URL(pageUrl('http://a.b/', link, shared));
    const read = readShareQuery(search, new Set(pageParameters));
    expect(read).toEqual({ ...shared, problems: [] });
    expect(readPageLink(search)).toEqual(link);
  }
});

it('passes over an epoch that is none', () => {
  expect(readPageLink('?embed&epoch=last')).toEqual({ embed: true, lesson: undefined, panel: undefined });
});
