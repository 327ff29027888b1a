/** @file The value of a setting, as the page shows it. */
import { type FamilyChoice, familyNameOf } from '../../../../tasks/registry.ts';
import { text } from '../../../../text/text.ts';

export function shownValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? text.settings.on : text.settings.off;
  return Array.isArray(value)
    ? value.map((one) => (typeof one === 'object' ? familyNameOf(one as FamilyChoice) : String(one))).join(', ')
    : String(value);
}
