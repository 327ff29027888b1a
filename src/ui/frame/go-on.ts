/** @file A run that is under way when the page loads itself again goes on by itself afterwards, in this tab alone. */
const KEY = 'genenv-go-on';

/** Where site data is blocked the run waits for Play. */
export function goOnAfterReload(): void {
  try {
    sessionStorage.setItem(KEY, '');
  } catch {
    return;
  }
}

/** Whether the run shall go on; true once. */
export function shallGoOn(): boolean {
  try {
    const asked = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return asked;
  } catch {
    return false;
  }
}
