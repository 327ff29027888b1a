/** @file Creates the Trusted Types policy for our own markup. The import creates the default policy for scripts. */
import { trustedTypes } from '../../workers/rpc/same-origin-scripts.ts';

const own = trustedTypes?.createPolicy('own-markup', { createHTML: (markup) => markup });

/** Marks markup as trusted for `{@html}`. Use it only for KaTeX and our figures, which escape their input. */
export const ownMarkup = (markup: string): string => own?.createHTML(markup) ?? markup;
