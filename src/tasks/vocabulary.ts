/** @file The ordered word list of a set of families: what a word-level tokenizer is made from, id = position. */
import { bucketTag, EOS, type Family, familyTag, PAD, SEPARATOR, SUCCESS_BUCKETS } from './family.ts';

/** `<pad> <eos> <sep>`, the families' tags, the success buckets' tags, then the words of each family in the order given, each once. */
export function vocabulary(families: readonly Pick<Family, 'name' | 'words'>[]): string[] {
  const buckets = Array.from({ length: SUCCESS_BUCKETS }, (_, bucket) => bucketTag(bucket));
  const words = families.flatMap((family) => family.words);
  return [...new Set([PAD, EOS, SEPARATOR, ...families.map(familyTag), ...buckets, ...words])];
}
