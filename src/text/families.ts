/** @file Names and describes task families. */
import { type FamilyName, isFamilyName, ownFamily } from '../tasks/registry.ts';
import type { NamesMessages } from '../common/message-types.ts';
import { names } from './names.ts';

const families: Readonly<Record<FamilyName, NamesMessages['families']['household']>> = names.families;

/** Returns the title of a family, or the name itself if this program does not know it. */
export const familyTitle = (name: string): string =>
  isFamilyName(name) ? families[name].title : (ownFamily(name)?.title ?? name);

/** Says what a family's example asks, without the subject: “is a task of two goals. …” */
export const familyMeaning = (name: string): string =>
  isFamilyName(name) ? families[name].meaning : names.ownMeanings[ownFamily(name)?.kind ?? 'world'];
