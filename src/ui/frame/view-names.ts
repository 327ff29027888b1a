/**
 * @file The parts of the page, in the order of their tabs. The address names the one shown (`#theory`), so that it can
 * be linked to; the run page, which is shown first, has no name there.
 */
export const MAIN_VIEWS = ['run', 'lessons', 'try', 'runs', 'models'] as const;
/** Those that fewer people open: a menu names them, and the one shown has a tab. */
export const MORE_VIEWS = ['pools', 'sweeps', 'figures', 'theory', 'inside'] as const;
export const VIEWS = [...MAIN_VIEWS, ...MORE_VIEWS] as const;
export type View = (typeof VIEWS)[number];

const isView = (name: string): name is View => (VIEWS as readonly string[]).includes(name);

/** The part that an address names; undefined where its fragment names something else: a place in a part, a dialog. */
export function viewOf(hash: string): View | undefined {
  const name = hash.slice(1);
  return name === '' ? 'run' : isView(name) ? name : undefined;
}

/** The address of a part, on a page at this address. */
export const addressOf = (view: View, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `${pathname}${search}${view === 'run' ? '' : `#${view}`}`;
