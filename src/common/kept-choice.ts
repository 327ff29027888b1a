/**
 * @file Keeps a user's choice in the browser, such as the theme or the language. If the user blocks site data,
 * `localStorage` throws. The page then works without a stored choice.
 */

/** Returns null if nothing was chosen, or if the browser blocks site data. */
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
