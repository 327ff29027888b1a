/** @file A run that is under way when the page loads itself again goes on by itself afterwards, in this tab alone. */
const KEY = 'genenv-go-on';

/**
 * If site data is blocked the run waits for Play.
 * @param query the settings of a run of which nothing is stored yet, as a link has them; else empty
 */
export function goOnAfterReload(query: string): void {
  try {
    sessionStorage.setItem(KEY, query);
  } catch {
    return;
  }
}

/** Gives, once, the query that was kept to go on with. */
export function whatGoesOn(): string | null {
  try {
    const query = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return query;
  } catch {
    return null;
  }
}
