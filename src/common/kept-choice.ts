/**
 * @file A person's choice that the browser keeps, such as the theme or the language. Where site data is blocked, reading and
 * writing the storage throws: then nothing is kept, and the page goes on without it.
 */

/** Null where nothing was chosen, or where site data is blocked. */
export function keptChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a choice for later visits, where the browser lets it. */
export function keepChoice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice lasts until the page is closed or loaded again.
  }
}
