/** @file Saves files, copies text, keeps the theme, and continues a run after a reload. */
import { keepChoice, keptChoice } from '../../common/kept-choice.ts';

/** File with the licences of third-party software. The build writes the file beside the page. */
export const NOTICES_FILE = 'third-party-notices.txt';

/** Returns a submit handler that runs the action, so that the browser does not load another page. */
export const submitted =
  (action: () => unknown) =>
  (event: SubmitEvent): void => {
    event.preventDefault();
    void action();
  };

/** Copies a text. Returns false if the browser offers no clipboard or refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns a name that fits into a file name: only letters, digits, dots and dashes. */
export const inFileName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-');

export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

const GO_ON = 'genenv-go-on';

/** Makes the page continue the run after the next reload. If site data is blocked, the run stays paused. */
export function goOnAfterReload(): void {
  try {
    sessionStorage.setItem(GO_ON, 'yes');
  } catch {
    // Ignore blocked site data: the run then stays paused after the reload.
  }
}

/** Returns true once after `goOnAfterReload`. */
export function takeGoOn(): boolean {
  try {
    const asked = sessionStorage.getItem(GO_ON) !== null;
    sessionStorage.removeItem(GO_ON);
    return asked;
  } catch {
    return false;
  }
}

const THEME = 'genenv-theme';

/** Applies the theme that the user chose. Default: the system's theme. */
export function applyRememberedTheme(): void {
  const theme = keptChoice(THEME);
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}

export function toggleTheme(): void {
  const { dataset } = document.documentElement;
  const shown = dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  dataset.theme = shown === 'dark' ? 'light' : 'dark';
  keepChoice(THEME, dataset.theme);
}
