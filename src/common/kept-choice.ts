/**
 * @file Keeps a user's choice in the browser, such as the theme or the language. If site data is blocked, reading and
 * writing the storage throws. Then nothing is kept, and the page goes on without it.
 */

/** Returns null if nothing was chosen, or if site data is blocked. */
export function keptChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a choice for later visits, if the browser allows it. */
export function keepChoice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice lasts until the page is closed or loaded again.
  }
}
