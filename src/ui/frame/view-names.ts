/**
 * @file The four destinations of the page and the parts of each, in the order of their links. The address names the part
 * shown (`#theory`), so that it can be linked to. The run page, which is shown first, has no name there. Panels can stand
 * beside the picture of the run page.
 */
export const DESTINATIONS = {
  run: ['run'],
  lab: ['lab', 'try'],
  lessons: ['lessons', 'class', 'theory'],
  data: ['runs', 'figures', 'pools', 'models'],
} as const;
export type Destination = keyof typeof DESTINATIONS;
export type View = (typeof DESTINATIONS)[Destination][number];
/** The lab is the run page too, with all that is measured beside the picture. */
export type Part = Exclude<View, 'lab'>;

export const DESTINATION_NAMES = Object.keys(DESTINATIONS) as Destination[];
export const VIEWS: readonly View[] = Object.values(DESTINATIONS).flat();

export const viewsOf = (destination: Destination): readonly View[] => DESTINATIONS[destination];

export const destinationOf = (view: View): Destination =>
  DESTINATION_NAMES.find((destination) => viewsOf(destination).includes(view))!;

const isView = (name: string): name is View => (VIEWS as readonly string[]).includes(name);

/** The part that an address names; undefined where its fragment names something else: a place in a part. */
export function viewOf(hash: string): View | undefined {
  const name = hash.slice(1);
  return name === '' ? 'run' : isView(name) ? name : undefined;
}

/** The address of a part, on a page at this address. */
export const addressOf = (view: View, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `${pathname}${search}${view === 'run' ? '' : `#${view}`}`;

/** Opened from the picture, or by the buttons above it. */
export const OPENED = ['tasks', 'answers', 'updates', 'settings'] as const;
export type Opened = (typeof OPENED)[number];
/** Default: three curves (`circuit`). The lab shows everything (`curves`). */
export const PANELS = ['circuit', ...OPENED, 'curves'] as const;
export type Panel = (typeof PANELS)[number];

export const isOpened = (panel: Panel): panel is Opened => (OPENED as readonly Panel[]).includes(panel);
