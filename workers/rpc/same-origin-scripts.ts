/**
 * @file Sets the default policy of Trusted Types (https://w3c.github.io/trusted-types) in the page and in its workers:
 * script addresses must have the page's origin. Bundlers recognise workers by `new Worker(new URL(…))`, so the code
 * passes plain addresses, and the browser passes these to the policy.
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

/** Undefined in browsers without Trusted Types. `build/headers.ts` lists the names of all policies. */
export const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  // A `blob:` address has the page's origin too, so compare the whole start of the address.
  createScriptURL: (address) =>
    new URL(address, location.href).href.startsWith(`${location.origin}/`) ? address : null,
});
