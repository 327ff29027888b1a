/** @file The task families by their titles: in English those that they have themselves. */
import { familyByName, isFamilyName } from '../../tasks/registry.ts';

/** The title; a name this program does not know (of an imported run, for example) stays as it is. */
export const familyTitle = (name: string): string => (isFamilyName(name) ? familyByName(name).title : name);
