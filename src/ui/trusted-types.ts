/**
 * @file The policies of a page with Trusted Types (https://w3c.github.io/trusted-types) for code and markup: the threads
 * of its own server, and markup that we made ourselves. `build/content-security-policy.ts` names these policies and no
 * others.
 */
interface Policy {
  createHTML(markup: string): string;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>,
  ): Policy;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

// Bundlers find a worker by `new Worker(new URL(…))`, so its address stays a plain one, which the default policy checks.
trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => (new URL(address, location.href).origin === location.origin ? address : null),
});

const own = trustedTypes?.createPolicy('own-markup', { createHTML: (markup) => markup });

/** Markup of KaTeX, or of our figures, which escape what they are given: for `{@html}`. */
export const ownMarkup = (markup: string): string => own?.createHTML(markup) ?? markup;
