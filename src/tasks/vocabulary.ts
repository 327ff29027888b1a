/** @file The ordered word list of a set of families: what a word-level tokenizer is made from, id = position. */
import { bucketTag, EOS, type Family, familyTag, levelTag, PAD, SEPARATOR, SUCCESS_BUCKETS, WEAK } from './family.ts';

/**
 * `<pad> <eos> <sep>`, the families' tags, the success buckets' tags, then the words of each family in the order given,
 * each once. The tags of further facts that contexts tell come last, so that the vocabulary without them begins the same.
 * @param readsSkills whether contexts tell level and weak skills
 */
export function vocabulary(
  families: readonly (Pick<Family, 'name' | 'words'> & Partial<Pick<Family, 'levels'>>)[],
  readsSkills = false,
): string[] {
  const buckets = Array.from({ length: SUCCESS_BUCKETS }, (_, bucket) => bucketTag(bucket));
  const highest = Math.max(...families.map(({ levels = 0 }) => levels));
  const levels = Array.from({ length: highest }, (_, index) => levelTag(index + 1));
  const words = families.flatMap((family) => family.words);
  return [
    ...new Set([
      PAD,
      EOS,
      SEPARATOR,
      ...families.map(familyTag),
      ...buckets,
      ...words,
      ...(readsSkills ? [WEAK, ...levels] : []),
    ]),
  ];
}
