/**
 * @file Sets the default policy of Trusted Types (https://w3c.github.io/trusted-types) for the page and for each of its
 * workers: a script address is refused unless it has the page's own origin. Bundlers find a worker by `new Worker(new
 * URL(…))`, so that address stays a plain one, which the browser passes to this policy.
 */
interface Policy {
  createHTML(markup: string): string;
  createScriptURL(address: string): string;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>,
  ): Policy;
}

/** Undefined in browsers without Trusted Types. `build/headers.ts` lists the names of all policies. */
export const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  // The origin of a `blob:` address is the page's own too, so the whole beginning is compared.
  createScriptURL: (address) =>
    new URL(address, location.href).href.startsWith(`${location.origin}/`) ? address : null,
});
