/** @file The value of a setting, as the page shows it. */
import { text } from '../../../../text/text.ts';

export function shownValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? text.settings.on : text.settings.off;
  return Array.isArray(value) ? value.join(', ') : String(value);
}
