/**
 * @file Light or dark: as the system says, until a person chooses; the choice is kept in this browser.
 */
const KEY = 'genenv-theme';
type Theme = 'light' | 'dark';

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

/** Where site data is blocked the choice lasts until the page is closed. */
function remembered(): Theme | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : undefined;
  } catch {
    return undefined;
  }
}

export function applyRememberedTheme(): void {
  const theme = remembered();
  if (theme) document.documentElement.dataset.theme = theme;
}

export function toggleTheme(): void {
  const shown = (document.documentElement.dataset.theme as Theme | undefined) ?? systemTheme();
  const theme: Theme = shown === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    return;
  }
}
