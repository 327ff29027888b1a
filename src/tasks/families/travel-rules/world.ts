/**
 * @file The world of travel by house rules: which kinds of place allow what a guest needs, and what a night there costs.
 * Both are the skill that an agent has to discover; no task text says either.
 */
export interface Kind {
  name: string;
  price: number;
  /** The needs that its house rules allow. */
  allows: readonly string[];
}

/** Each need but `parties` is allowed by two kinds, and the cheaper one is another kind for each need. */
export const KINDS: readonly Kind[] = [
  { name: 'hostel', price: 1, allows: ['visitors'] },
  { name: 'motel', price: 2, allows: ['visitors', 'smoking'] },
  { name: 'farm', price: 3, allows: ['smoking', 'pets'] },
  { name: 'flat', price: 4, allows: ['pets', 'music'] },
  { name: 'hotel', price: 5, allows: ['music', 'children'] },
  { name: 'villa', price: 6, allows: ['children', 'parties'] },
];

/** All but `music` are those of TravelPlanner's house rules. */
export const NEEDS: readonly string[] = ['visitors', 'smoking', 'pets', 'music', 'children', 'parties'];

/** The kinds that allow a need, the cheapest first. */
export const KINDS_FOR: ReadonlyMap<string, readonly Kind[]> = new Map(
  NEEDS.map((need) => [need, KINDS.filter(({ allows }) => allows.includes(need))]),
);

export const KIND_BY_NAME: ReadonlyMap<string, Kind> = new Map(KINDS.map((kind) => [kind.name, kind]));

export const CITIES: readonly string[] = [
  'rome',
  'oslo',
  'lima',
  'cairo',
  'paris',
  'delhi',
  'tokyo',
  'kyiv',
  'perth',
  'quito',
  'accra',
  'dakar',
];
