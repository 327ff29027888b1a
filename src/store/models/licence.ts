/** @file The licence line of a model card: `license` in the YAML at the beginning of its README.md. */
import { parse } from 'yaml';
import { z } from 'zod';

const name = z.string().trim().min(1);
const card = z.looseObject({
  license: z.union([name, z.array(name).nonempty()]).nullish(),
  /** The licence's name if `license` is "other". */
  license_name: name.nullish(),
});

/** The licence that a model card names; null where it names none. */
export function licenceOf(readme: string): string | null {
  const front = /^---\r?\n([\s\S]*?)\r?\n---\s*(\r?\n|$)/.exec(readme)?.[1];
  if (front === undefined) return null;
  try {
    const read = card.safeParse(parse(front));
    if (!read.success || !read.data.license) return null;
    const licences = [read.data.license].flat().join(', ');
    return licences === 'other' && read.data.license_name ? read.data.license_name : licences;
  } catch {
    // A card is for people: one that is not YAML names no licence, and the model is none the worse.
    return null;
  }
}
