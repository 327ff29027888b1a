/** @file The type that every language of the page must have. */
import { expectTypeOf, it } from 'vitest';
import type * as english from './en/text.ts';
import type { text } from './text.ts';

type Text = typeof text;

it('asks a language for the same names and parameters as English, and leaves the wording free', () => {
  expectTypeOf<typeof english>().toExtend<Text>();
  expectTypeOf<Text['controls']['run']>().toEqualTypeOf<string>();
  expectTypeOf<Text['loop']['solved']>().toEqualTypeOf<(k: string, n: string) => string>();
  expectTypeOf<Text['stages']['scored']['name']>().toEqualTypeOf<string>();
  expectTypeOf<Omit<Text, 'loop'>>().not.toExtend<Text>();
});
