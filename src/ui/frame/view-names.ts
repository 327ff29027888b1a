/**
 * @file Lists the page's four destinations and their parts in the order of their links, and the panels of the run page.
 * The address names the part shown (`#theory`), except for the run page, which opens by default.
 */
export const DESTINATIONS = {
  run: ['run'],
  lab: ['lab', 'try'],
  lessons: ['lessons', 'class', 'theory'],
  data: ['runs', 'figures', 'pools', 'models'],
} as const;
export type Destination = keyof typeof DESTINATIONS;
export type View = (typeof DESTINATIONS)[Destination][number];
/** The lab is the run page with the panel `curves`, so it is not a separate part. */
export type Part = Exclude<View, 'lab'>;

export const DESTINATION_NAMES = Object.keys(DESTINATIONS) as Destination[];
export const VIEWS: readonly View[] = Object.values(DESTINATIONS).flat();

export const viewsOf = (destination: Destination): readonly View[] => DESTINATIONS[destination];

export const destinationOf = (view: View): Destination =>
  DESTINATION_NAMES.find((destination) => viewsOf(destination).includes(view))!;

const isView = (name: string): name is View => (VIEWS as readonly string[]).includes(name);

/** Returns the view that a fragment names. Undefined if the fragment names something else, such as a heading. */
export function viewOf(hash: string): View | undefined {
  const name = hash.slice(1);
  return name === '' ? 'run' : isView(name) ? name : undefined;
}

/** Returns the address of a view. */
export const addressOf = (view: View, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `${pathname}${search}${view === 'run' ? '' : `#${view}`}`;

/** Panels that the picture and the buttons above it open. */
export const OPENED = ['tasks', 'answers', 'updates', 'settings'] as const;
export type Opened = (typeof OPENED)[number];
/** Panels of the run page. `circuit`, the default, shows three curves. `curves` is the lab, which shows all charts. */
export const PANELS = ['circuit', ...OPENED, 'curves'] as const;
export type Panel = (typeof PANELS)[number];

export const isOpened = (panel: Panel): panel is Opened => (OPENED as readonly Panel[]).includes(panel);
