/** @file Light or dark: as the system says, until a person chooses; the choice is kept in this browser. */
import { keepChoice, keptChoice } from '../../common/kept-choice.ts';

const KEY = 'genenv-theme';
type Theme = 'light' | 'dark';

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

function remembered(): Theme | undefined {
  const value = keptChoice(KEY);
  return value === 'light' || value === 'dark' ? value : undefined;
}

export function applyRememberedTheme(): void {
  const theme = remembered();
  if (theme) document.documentElement.dataset.theme = theme;
}

export function toggleTheme(): void {
  const shown = (document.documentElement.dataset.theme as Theme | undefined) ?? systemTheme();
  const theme: Theme = shown === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  keepChoice(KEY, theme);
}
