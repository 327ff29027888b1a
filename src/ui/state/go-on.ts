/** @file Continues a run after a reload of the page. If site data is blocked, the run stays paused. */
const KEY = 'genenv-go-on';

export function goOnAfterReload(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // The run is stored and stays paused.
  }
}

/** Returns true once after `goOnAfterReload`. */
export function takeGoOn(): boolean {
  try {
    const asked = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return asked;
  } catch {
    return false;
  }
}
