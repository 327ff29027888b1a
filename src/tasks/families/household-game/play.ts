/**
 * @file Goal-agnostic play of the household game: the right object and the action that the goal names, but at any place.
 * The player moves at random until it sees the object, opens closed receptacles half of the time, treats the object at the
 * next place and puts it down anywhere. If the goal is not reached, it tries again.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { contentsOf, type Game, isOver, newGame, playTurn } from './game.ts';
import { type HouseholdGameTask, treatmentOf } from './task.ts';
import { LAMP } from './things.ts';

const OPENS = 1 / 2;

class Player {
  readonly turns: string[] = [];
  /** Whether the treatment of the object in hand was tried, successfully or not. */
  private treated = false;
  private readonly game: Game;

  constructor(
    private readonly task: HouseholdGameTask,
    private readonly random: RandomStream,
  ) {
    this.game = newGame(task);
  }

  play(): string[] {
    while (!isOver(this.game)) this.pursue();
    return this.turns;
  }

  /** Plays the next one to three turns towards the goal. */
  private pursue(): void {
    const { goal } = this.task;
    const treatment = treatmentOf(goal.kind);
    if (this.game.state.holding === null) {
      this.seek(goal.object);
    } else if (goal.target === null) {
      this.wander();
      this.act(`use ${LAMP}`);
    } else if (treatment !== null && !this.treated) {
      this.wander();
      this.act(`${treatment} ${goal.object}`);
      this.treated = true;
    } else {
      this.wander();
      this.openPerhaps();
      this.act(`put ${goal.object}`);
    }
  }

  private act(turn: string): void {
    if (isOver(this.game)) return;
    playTurn(this.game, turn);
    this.turns.push(turn);
  }

  private contentsHere(): string[] | null {
    const { world, state } = this.game;
    return world.receptacles.has(state.location) ? contentsOf(this.game, state.location) : [];
  }

  /** Takes the object if it is here and not yet at its target; otherwise goes somewhere else. */
  private seek(object: string): void {
    const { kind, target } = this.task.goal;
    const delivered = kind === 'two' && this.game.state.location === target;
    if (!delivered && this.contentsHere()?.includes(object)) {
      this.act(`take ${object}`);
      this.treated = false;
      return;
    }
    this.wander();
    this.openPerhaps();
  }

  /** Goes to any receptacle but the one it stands at, if there is another. */
  private wander(): void {
    const { location } = this.game.state;
    const receptacles = this.task.rooms.map(({ receptacle }) => receptacle);
    const others = receptacles.filter((receptacle) => receptacle !== location);
    this.act(`go ${this.random.choice(others.length > 0 ? others : receptacles)}`);
  }

  private openPerhaps(): void {
    if (this.contentsHere() === null && this.random.next() < OPENS) this.act(`open ${this.game.state.location}`);
  }
}

export const playGame = (task: HouseholdGameTask, random: RandomStream): string[] => new Player(task, random).play();
