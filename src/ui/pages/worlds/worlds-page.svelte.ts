/** @file The state of the page of one's own world: the world as it is being written, and the pair that is made for it. */
import { startPretraining } from '../../../../workers/pretraining/client.ts';
import type {
  PairMaker,
  PairPlan,
  PairProgress,
  PairRole,
  PairSize,
} from '../../../../workers/pretraining/contract.ts';
import type { WorkerHandle } from '../../../../workers/rpc/spawn.ts';
import { CodedError } from '../../../common/coded-error.ts';
import type { PickedFile } from '../../../common/picked-file.ts';
import { familyByName } from '../../../tasks/registry.ts';
import { checkWorld } from '../../../tasks/worlds/check-world.ts';
import { TEMPLATES } from '../../../tasks/worlds/templates.ts';
import { readWorld } from '../../../tasks/worlds/world-file.ts';
import type { World, WorldLevel } from '../../../tasks/worlds/world.ts';
import { Trying } from '../../shared/trying.svelte.ts';

/** A world as a form holds it: lists of names as texts, and an empty text where nothing is named. */
interface Draft {
  name: string;
  things: string;
  actions: { name: string; arguments: string }[];
  where: { action: string; thing: string; argument: string; place: string; told: boolean }[];
  otherPlaces: string;
  levels: { -readonly [Field in keyof WorldLevel]-?: number }[];
}

const POLL_MS = 300;
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

/** What the form says, as the value of a file. */
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

export class WorldsPage extends Trying {
  draft = $state(draftOf(TEMPLATES.errands));
  size = $state<PairSize>('small');
  seed = $state(1);
  /** What this device takes for a pair of that size for that world. */
  plan = $state.raw<PairPlan & { world: World; size: PairSize }>();
  planning = $state(false);
  /** The model that is being made. */
  making = $state<PairRole>();
  stopped = $state(false);
  progress = $state.raw<PairProgress>();
  /** Seconds that the steps left take at most, by the pace so far. */
  secondsLeft = $state<number>();
  /** The pair that was made, and its world. */
  made = $state.raw<{ world: World; agent: string; environment: string }>();

  readonly check = $derived(checkWorld(valueOf($state.snapshot(this.draft) as Draft)));
  readonly names = $derived({
    things: words(this.draft.things),
    actions: this.draft.actions.map(({ name }) => name),
    arguments: this.draft.actions.flatMap((action) => words(action.arguments)),
  });
  /** Tasks of each level with their answers. */
  readonly examples = $derived.by(() => {
    const { world } = this.check;
    if (!world) return [];
    const family = familyByName(world);
    return world.levels.flatMap((_, index) =>
      family.heldOut('development', index + 1, TASKS_PER_LEVEL).flatMap((text) => {
        const parsed = family.parse(text);
        if (!parsed.ok) return [];
        const oracle = family.oracle(parsed.task);
        const answer = oracle.solvable ? oracle.answers.join(' ') : '';
        return [{ level: index + 1, prompt: family.prompt(parsed.task), answer }];
      }),
    );
  });

  private thread: WorkerHandle<PairMaker> | undefined;
  private began: { at: number; step: number } | undefined;

  use(world: World): void {
    this.draft = draftOf(world);
  }

  open = (file: File): Promise<void> =>
    this.trying(async () => {
      const { world, problems } = readWorld(await file.slice(0, 4_000_004).text());
      if (!world) throw new CodedError('not-a-world', { file: file.name, faults: problems });
      this.use(world);
    });

  estimate = (): Promise<void> =>
    this.trying(async () => {
      const { world } = this.check;
      if (!world) return;
      const { size, seed } = this;
      this.planning = true;
      try {
        this.thread ??= startPretraining();
        this.plan = { ...(await this.thread.proxy.plan({ family: world, size, seed })), world, size };
      } finally {
        this.planning = false;
      }
    });

  /** @param store puts a folder among the models of this browser; gives the name that settings have for it, or null */
  make = (store: (folder: string, files: readonly PickedFile[]) => Promise<string | null>): Promise<void> =>
    this.trying(async () => {
      const { world } = this.check;
      if (!world || this.making || this.planning) return;
      Object.assign(this, { made: undefined, stopped: false });
      this.thread ??= startPretraining();
      const maker = this.thread.proxy;
      const polling = setInterval(() => void this.poll(maker), POLL_MS);
      try {
        const names: string[] = [];
        for (const role of ['agent', 'environment'] as const) {
          Object.assign(this, { making: role, progress: undefined, secondsLeft: undefined });
          this.began = undefined;
          const model = await maker.make({ family: world, size: this.size, seed: this.seed }, role);
          const name = model && (await store(model.name, model.files));
          if (!name) {
            this.stopped = true;
            return;
          }
          names.push(name);
        }
        this.made = { world, agent: names[0], environment: names[1] };
      } finally {
        clearInterval(polling);
        this.making = undefined;
      }
    });

  stop = (): Promise<void> => this.trying(async () => this.thread?.proxy.stop());

  private async poll(maker: PairMaker): Promise<void> {
    const progress = await maker.progress();
    if (!progress || !this.making) return;
    this.progress = progress;
    if (progress.loss === null) return;
    const now = performance.now() / 1000;
    this.began ??= { at: now, step: progress.step };
    const steps = progress.step - this.began.step;
    if (steps > 0) this.secondsLeft = Math.ceil(((now - this.began.at) / steps) * (progress.steps - progress.step));
  }
}
