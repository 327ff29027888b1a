/**
 * @file Keeps a user's choice in the browser, such as theme or language. If the user blocks site data, `localStorage`
 * throws, and the page works without a stored choice.
 */

/** Returns the user's choice; null if nothing was chosen, or if the browser blocks site data. */
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
    // The choice then lasts until the page is reloaded.
  }
}
