/**
 * @file Prints example tasks (docs/own-tasks.md) as JSON lines: `node make-tasks.mjs sums` or `dates`. Each task occurs
 * once. The random numbers are the same in every run. `node make-tasks.mjs sums sweep` prints a sweep file, which
 * measures the pair that `genenv pretrain --tasks sums.jsonl` trains.
 */
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** State of the random number generator mulberry32. */
let state = 20_251_219;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const below = (n) => Math.floor(random() * n);
const digits = (n) => [...String(n)].join(' ');

/** Draws a sum of one-digit numbers (levels 1, 2) or two-digit numbers (3 to 5). Levels 1 and 3 have no carry. */
function sum(level) {
  const of = level < 3 ? 1 : 2;
  const [a, b] = [below(10 ** of), below(10 ** of)];
  const units = (a % 10) + (b % 10) > 9;
  const tens = Math.floor(a / 10) + Math.floor(b / 10) + (units ? 1 : 0) > 9;
  if ([a, b].some((n) => String(n).length !== of)) return undefined;
  if ((units ? 1 : 0) + (tens ? 1 : 0) !== [0, 1, 0, 1, 2][level - 1]) return undefined;
  return { prompt: `${digits(a)} + ${digits(b)} =`, answer: digits(a + b) };
}

/** Draws a date to find: the next day (level 1), or up to 9 days later in the same month (2) or the next (3). */
function date(level) {
  const month = below(12);
  const day = 1 + below(days[month]);
  const later = level === 1 ? 1 : level === 2 ? 2 + below(8) : 1 + below(9);
  const over = day + later > days[month];
  if (over !== level > 2) return undefined;
  const answer = over ? [(month + 1) % 12, day + later - days[month]] : [month, day + later];
  return { prompt: `${months[month]} ${day} + ${later}`, answer: `${months[answer[0]]} ${answer[1]}` };
}

const files = {
  sums: { make: sum, levels: [55, 45, 150, 150, 150], rule: 'number', pair: 'tasks-fe7aa21a-small-1' },
  dates: { make: date, levels: [150, 150, 150], rule: 'exact', pair: 'tasks-8512ee38-small-1' },
};
const [name, as] = process.argv.slice(2);
const { make, levels, rule, pair } = files[name];
const given = new Map();
levels.forEach((count, i) => {
  const all = given.size + count;
  while (given.size < all) {
    const task = make(i + 1);
    if (task && !given.has(task.prompt)) given.set(task.prompt, { ...task, level: i + 1 });
  }
});
if (as === 'sweep') {
  const sweep = {
    ...{ format: 'genenv-sweep', version: 1, name: `tasks-${name}`, preset: 'discovery' },
    settings: {
      families: [{ tasks: 1, name, rule, form: 'words', given: [...given.values()] }],
      ...{ epochs: 60, evalEvery: 15, evalSamples: 4 },
    },
    arms: ['genenv', 'random', 'base-data'],
    seeds: [301, 302, 303],
    models: [{ name: 'first pair', agentModel: `${pair}-agent`, environmentModel: `${pair}-environment` }],
  };
  console.log(JSON.stringify(sweep));
} else for (const task of given.values()) console.log(JSON.stringify({ ...task, rule }));
