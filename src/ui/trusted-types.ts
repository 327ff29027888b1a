/** @file The page's policies of Trusted Types: the default one for script addresses, and one for markup that we made ourselves. */
import { trustedTypes } from '../../workers/rpc/same-origin-scripts.ts';

const own = trustedTypes?.createPolicy('own-markup', { createHTML: (markup) => markup });

/** Marks as trusted the markup of KaTeX, or of our figures, which escape what they are given: for `{@html}`. */
export const ownMarkup = (markup: string): string => own?.createHTML(markup) ?? markup;
