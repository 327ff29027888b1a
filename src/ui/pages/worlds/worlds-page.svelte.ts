/** @file Holds the state of the page for the user's own world: the world being written, and a pair of models for it. */
import { once } from '../../../common/once.ts';
import { CodedError } from '../../../common/coded-error.ts';
import type { PickedFile } from '../../../common/byte-source.ts';
import { familyByName } from '../../../tasks/registry.ts';
import { decodeText } from '../../../common/csv.ts';
import { checkWorld, readWorld, type WorldProblem } from '../../../tasks/worlds/check-world.ts';
import { TEMPLATES } from '../../../tasks/worlds/templates.ts';
import type { World, WorldLevel } from '../../../tasks/worlds/world.ts';
import { PairPage } from '../../state/making-page.svelte.ts';
import { solveText } from '../../../tasks/family-parts.ts';

/** World as form values. A list of names is one text with spaces between the names. */
interface Draft {
  name: string;
  things: string;
  actions: { name: string; arguments: string }[];
  where: { action: string; thing: string; argument: string; place: string; told: boolean }[];
  otherPlaces: string;
  levels: { -readonly [Field in keyof WorldLevel]-?: number }[];
}

const TASKS_PER_LEVEL = 2;

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

const draftOf = (world: World): Draft => ({
  name: world.name,
  things: world.things.join(' '),
  actions: world.actions.map(({ name, arguments: all = [] }) => ({ name, arguments: all.join(' ') })),
  where: world.where.map(({ action = '', thing = '', argument = '', place, told = false }) => ({
    action,
    thing,
    argument,
    place,
    told,
  })),
  otherPlaces: (world.otherPlaces ?? []).join(' '),
  levels: world.levels.map(({ steps, distractors = 0, hops = 1 }) => ({ steps, distractors, hops })),
});

/** Returns the form's content as the value of a world file. */
const valueOf = ({ name, things, actions, where, otherPlaces, levels }: Draft): object => ({
  world: 1,
  name,
  things: words(things),
  actions: actions.map((action) => ({
    name: action.name,
    ...(words(action.arguments).length > 0 && { arguments: words(action.arguments) }),
  })),
  where: where.map(({ action, thing, argument, place, told }) => ({
    ...(action !== '' && { action }),
    ...(thing !== '' && { thing }),
    ...(argument !== '' && { argument }),
    place,
    ...(told && { told }),
  })),
  otherPlaces: words(otherPlaces),
  levels,
});

export class WorldsPage extends PairPage {
  draft = $state(draftOf(TEMPLATES.errands));

  readonly check = $derived(checkWorld(valueOf($state.snapshot(this.draft) as Draft)));
  readonly names = $derived({
    things: words(this.draft.things),
    actions: this.draft.actions.map(({ name }) => name),
    arguments: this.draft.actions.flatMap((action) => words(action.arguments)),
  });
  override get family(): World | null {
    return this.check.world;
  }

  /** Tasks of each level with their answers. */
  readonly examples = $derived.by(() => {
    const { world } = this.check;
    if (!world) return [];
    const family = familyByName(world);
    return world.levels.flatMap((_, index) =>
      family.heldOut('development', index + 1, TASKS_PER_LEVEL).flatMap((text) => {
        const parsed = family.parse(text);
        if (!parsed.ok) return [];
        const answer = solveText(family, text)?.join(' ') ?? '';
        return [{ level: index + 1, prompt: family.prompt(parsed.task), answer }];
      }),
    );
  });

  use(world: World): void {
    this.draft = draftOf(world);
  }

  open = ({ path, file }: PickedFile): Promise<void> =>
    this.trying(async () => {
      const { text, encoding } = decodeText(new Uint8Array(await file.slice(0, 4_000_004).arrayBuffer()));
      const notUtf8: WorldProblem[] = [{ code: 'not-json', cause: `it is ${encoding}, not UTF-8` }];
      const { world, problems } = encoding === 'windows-1252' ? { world: null, problems: notUtf8 } : readWorld(text);
      if (!world) throw new CodedError('not-a-world', { file: path, faults: problems });
      this.use(world);
    });
}

/** All views share this state, so that making a pair continues while another part is shown. */
export const worldsPage = once(() => new WorldsPage());
