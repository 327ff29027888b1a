/** @file Lets a run go on after the page is loaded again. Where site data is blocked, the run waits for its user. */
const KEY = 'genenv-go-on';

export function goOnAfterReload(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // The run is stored, and waits.
  }
}

/** Whether a run is to go on now; true once. */
export function takeGoOn(): boolean {
  try {
    const asked = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return asked;
  } catch {
    return false;
  }
}
