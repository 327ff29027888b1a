/**
 * @file Jinja as transformers renders chat templates with it: Jinja2's sandbox with `trim_blocks`, `lstrip_blocks` and loop
 * controls. `@huggingface/jinja` parses; its own interpreter differs from Python in break, white space, numbers and printed
 * values, so the tree is evaluated here. What is not implemented throws.
 */
import { parse, tokenize } from '@huggingface/jinja';
import { strip as stripWhite, WHITE_SPACE_CLASS } from '../../common/plain-text.ts';

/** A number with a fraction in Python, which prints 2.0 where an integer prints 2. */
class Float {
  constructor(readonly value: number) {}
}
/** A tuple prints in parentheses. */
class Tuple extends Array<Value> {}
class Namespace extends Map<Value, Value> {}
type Call = (args: Value[], named: Map<string, Value>) => Value;
export type Value = string | number | boolean | null | undefined | Float | Value[] | Map<Value, Value> | Call;

type Node =
  | { type: 'Program'; body: Node[] }
  | { type: 'If'; test: Node; body: Node[]; alternate: Node[] }
  | { type: 'For'; loopvar: Node; iterable: Node; body: Node[]; defaultBlock: Node[] }
  | { type: 'Break' | 'Continue' | 'Comment' }
  | { type: 'Set'; assignee: Node; value: Node | null; body: Node[] }
  | { type: 'Macro'; name: { value: string }; args: Node[]; body: Node[] }
  | { type: 'MemberExpression'; object: Node; property: Node; computed: boolean }
  | { type: 'CallExpression'; callee: Node; args: Node[] }
  | { type: 'Identifier'; value: string }
  | { type: 'IntegerLiteral' | 'FloatLiteral'; value: number }
  | { type: 'StringLiteral'; value: string }
  | { type: 'ArrayLiteral' | 'TupleLiteral'; value: Node[] }
  | { type: 'ObjectLiteral'; value: Map<Node, Node> }
  | { type: 'BinaryExpression'; operator: { value: string }; left: Node; right: Node }
  | { type: 'FilterExpression'; operand: Node; filter: Node }
  | { type: 'FilterStatement'; filter: Node; body: Node[] }
  | { type: 'SelectExpression'; lhs: Node; test: Node }
  | { type: 'TestExpression'; operand: Node; negate: boolean; test: { value: string } }
  | { type: 'UnaryExpression'; operator: { value: string }; argument: Node }
  | { type: 'SliceExpression'; start?: Node; stop?: Node; step?: Node }
  | { type: 'KeywordArgumentExpression'; key: { value: string }; value: Node }
  | { type: 'Ternary'; condition: Node; trueExpr: Node; falseExpr: Node };

class LoopControl extends Error {
  constructor(
    readonly kind: 'Break' | 'Continue',
    /** What the iteration has written before. */
    public text = '',
  ) {
    super(kind);
  }
}
class Scope {
  readonly own = new Map<string, Value>();
  constructor(readonly outer?: Scope) {}
  get(name: string): Value {
    return this.own.has(name) ? this.own.get(name) : this.outer?.get(name);
  }
}

const fail = (what: string): never => {
  throw new Error(what);
};
const letters = (text: string): string[] => Array.from(text);
const numberOf = (value: Value): number | undefined =>
  typeof value === 'number'
    ? value
    : typeof value === 'boolean'
      ? Number(value)
      : value instanceof Float
        ? value.value
        : undefined;
const truthy = (value: Value): boolean =>
  value instanceof Float
    ? value.value !== 0
    : Array.isArray(value)
      ? value.length > 0
      : value instanceof Map
        ? value.size > 0
        : Boolean(value);

function repr(value: Value): string {
  if (typeof value !== 'string')
    return Array.isArray(value) || value instanceof Map ? str(value) : value === undefined ? 'Undefined' : str(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const inside = value
    .replace(/[\\\n\r\t]/g, (c) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[c]!)
    .replaceAll(quote, `\\${quote}`);
  return quote + inside + quote;
}
/** Python's `str`. */
function str(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof Float) return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
  if (value instanceof Tuple) return `(${value.map(repr).join(', ')}${value.length === 1 ? ',' : ''})`;
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  if (value instanceof Map && !(value instanceof Namespace))
    return `{${[...value].map(([key, of]) => `${repr(key)}: ${repr(of)}`).join(', ')}}`;
  return typeof value === 'number' ? String(value) : fail('a function or namespace is printed');
}
function equal(a: Value, b: Value): boolean {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return left === right;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => equal(item, b[i]));
  if (a instanceof Map && b instanceof Map)
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && equal(value, b.get(key)));
  return a === b;
}
function less(a: Value, b: Value): boolean {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return left < right;
  return typeof a === 'string' && typeof b === 'string' ? a < b : fail('values of two kinds are compared');
}
function contains(whole: Value, part: Value): boolean {
  if (typeof whole === 'string') return typeof part === 'string' ? whole.includes(part) : fail('"in" needs a text');
  if (whole === undefined) return false;
  return whole instanceof Map ? whole.has(part) : items(whole).some((item) => equal(item, part));
}
function items(value: Value): Value[] {
  if (typeof value === 'string') return letters(value);
  if (value instanceof Map) return [...value.keys()];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : fail(`${str(value)} cannot be iterated`);
}
const text = (value: Value | undefined, what = 'an argument'): string =>
  typeof value === 'string' ? value : fail(`${what} is no text`);

function json(value: Value, named: ReadonlyMap<string, Value>): string {
  const indent = named.get('indent');
  const written = (of: Value, depth: number): string => {
    const step = typeof indent === 'number' ? `\n${' '.repeat(indent * (depth + 1))}` : '';
    const end = typeof indent === 'number' ? `\n${' '.repeat(indent * depth)}` : '';
    const list = (open: string, parts: string[], close: string) =>
      parts.length === 0 ? open + close : `${open}${step}${parts.join(step ? `,${step}` : ', ')}${end}${close}`;
    if (typeof of === 'string') {
      const quoted = JSON.stringify(of);
      return truthy(named.get('ensure_ascii'))
        ? quoted.replace(/[\x7f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
        : quoted;
    }
    const inner = (item: Value) => written(item, depth + 1);
    if (Array.isArray(of)) return list('[', of.map(inner), ']');
    const pair = ([key, item]: [Value, Value]) => `${JSON.stringify(str(key))}: ${inner(item)}`;
    if (of instanceof Map) return list('{', [...of].map(pair), '}');
    if (of === undefined || typeof of === 'function') return fail('tojson of an undefined value');
    return of === null ? 'null' : typeof of === 'boolean' ? String(of) : str(of);
  };
  return written(value, 0);
}

/** `%s` and `%d` of Python's formatting. */
function formatted(form: string, args: Value[]): string {
  let next = 0;
  const made = form.replace(/%(.?)/g, (_, kind: string) => {
    if (kind === '%') return '%';
    if (kind !== 's' && kind !== 'd') return fail(`the format %${kind}`);
    return next < args.length ? str(args[next++]) : fail('too few values to format');
  });
  return next === args.length ? made : fail('too many values to format');
}
function stripped(of: string, characters: Value | undefined, sides: string): string {
  if (characters == null) {
    const both = stripWhite(of);
    const from = of.indexOf(both);
    return of.slice(sides.includes('l') ? from : 0, sides.includes('r') ? from + both.length : undefined);
  }
  const drop = new Set(letters(text(characters)));
  const all = letters(of);
  let [from, to] = [0, all.length];
  while (sides.includes('l') && from < to && drop.has(all[from])) from++;
  while (sides.includes('r') && to > from && drop.has(all[to - 1])) to--;
  return all.slice(from, to).join('');
}
const capitalized = (of: string) => of.slice(0, 1).toUpperCase() + of.slice(1).toLowerCase();
const SPACES = new RegExp(`${WHITE_SPACE_CLASS}+`);
function split(of: string, [by, most = -1]: Value[]): string[] {
  if (by == null)
    return most === -1 ? of.split(SPACES).filter((part) => part !== '') : fail('split at white space with a limit');
  const parts = of.split(text(by) || fail('an empty separator'));
  return most === -1 || parts.length <= Number(most)
    ? parts
    : [...parts.slice(0, Number(most)), parts.slice(Number(most)).join(text(by))];
}
function replaced(of: string, [from, to, most = -1]: Value[]): string {
  const parts = of.split(text(from));
  if (from === '') fail('replacing an empty text');
  return parts.reduce((all, part, i) => all + (i > Number(most) && most !== -1 ? text(from) : text(to)) + part);
}
const startsWith = (check: (end: string) => boolean, ends: Value): boolean =>
  Array.isArray(ends) ? ends.some((end) => check(text(end))) : check(text(ends));

const TEXT_METHODS: Record<string, (of: string, args: Value[]) => Value> = {
  strip: (of, [chars]) => stripped(of, chars, 'lr'),
  lstrip: (of, [chars]) => stripped(of, chars, 'l'),
  rstrip: (of, [chars]) => stripped(of, chars, 'r'),
  startswith: (of, [start]) => startsWith((one) => of.startsWith(one), start),
  endswith: (of, [end]) => startsWith((one) => of.endsWith(one), end),
  split,
  rsplit: (of, [by, most = -1]) => {
    const parts = of.split(text(by));
    const kept = most === -1 ? 0 : Math.max(0, parts.length - 1 - Number(most));
    return [parts.slice(0, kept + 1).join(text(by)), ...parts.slice(kept + 1)];
  },
  splitlines: (of) =>
    of
      .replace(/(\r\n|[\n\r])$/, '')
      .split(/\r\n|[\n\r]/)
      .filter((_, i, all) => all.length > 1 || all[i] !== ''),
  replace: replaced,
  upper: (of) => of.toUpperCase(),
  lower: (of) => of.toLowerCase(),
  capitalize: capitalized,
  find: (of, [part]) => (of.includes(text(part)) ? letters(of.slice(0, of.indexOf(text(part)))).length : -1),
  count: (of, [part]) => of.split(text(part) || fail('count of an empty text')).length - 1,
  title: (of) => of.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
  isdigit: (of) => /^\p{Nd}+$/u.test(of),
};
const MAP_METHODS: Record<string, (of: Map<Value, Value>, args: Value[]) => Value> = {
  get: (of, [key, otherwise = null]) => (of.has(key) ? of.get(key) : otherwise),
  items: (of) => [...of].map((pair) => Tuple.from(pair)),
  keys: (of) => [...of.keys()],
  values: (of) => [...of.values()],
};
const even = (value: Value): boolean => (numberOf(value) ?? fail('even of no number')) % 2 === 0;
const mapping = (value: Value): Map<Value, Value> => (value instanceof Map ? value : fail('items of no mapping'));
const TESTS: Record<string, (value: Value) => boolean> = {
  defined: (value) => value !== undefined,
  undefined: (value) => value === undefined,
  none: (value) => value === null,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  true: (value) => value === true,
  false: (value) => value === false,
  integer: (value) => typeof value === 'number',
  float: (value) => value instanceof Float,
  number: (value) => numberOf(value) !== undefined,
  mapping: (value) => value instanceof Map && !(value instanceof Namespace),
  iterable: (value) => value === undefined || typeof value === 'string' || Array.isArray(value) || value instanceof Map,
  sequence: (value) => value === undefined || typeof value === 'string' || Array.isArray(value) || value instanceof Map,
  callable: (value) => typeof value === 'function',
  odd: (value) => !even(value),
  even,
};
const testOf = (name: string) => (Object.hasOwn(TESTS, name) ? TESTS[name] : fail(`the test "${name}"`));
const attribute = (value: Value, path: string): Value =>
  path
    .split('.')
    .reduce<Value>(
      (of, part) => (of instanceof Map ? of.get(part) : Array.isArray(of) ? of[Number(part)] : undefined),
      value,
    );
const selecting =
  (keep: boolean): Filter =>
  (of, [name, test, than]) => {
    const judge: (value: Value) => boolean =
      test === undefined
        ? truthy
        : ['equalto', 'eq', '=='].includes(text(test))
          ? (value) => equal(value, than)
          : testOf(text(test));
    return items(of).filter((item) => judge(attribute(item, text(name))) === keep);
  };
const sorted = (values: Value[], key: (value: Value) => Value, reverse: Value): Value[] => {
  const folded = (value: Value) => (typeof key(value) === 'string' ? text(key(value)).toLowerCase() : key(value));
  const order = [...values].sort((a, b) => (less(folded(a), folded(b)) ? -1 : less(folded(b), folded(a)) ? 1 : 0));
  return truthy(reverse) ? order.reverse() : order;
};
type Filter = (of: Value, args: Value[], named: Map<string, Value>) => Value;
const FILTERS: Record<string, Filter> = {
  abs: (of) => Math.abs(typeof of === 'number' ? of : fail('abs of no integer')),
  capitalize: (of) => capitalized(str(of)),
  default: (of, [otherwise = '', falsy], named) =>
    of === undefined || (truthy(falsy ?? named.get('boolean')) && !truthy(of)) ? otherwise : of,
  dictsort: (of) => sorted(MAP_METHODS.items(mapping(of), []) as Value[], (pair) => (pair as Value[])[0], false),
  escape: (of) =>
    str(of).replace(/[&<>'"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;', '"': '&#34;' })[c]!),
  first: (of) => items(of)[0],
  format: (of, args) => formatted(text(of), args),
  indent: (of, [width, first], named) => {
    const by = ' '.repeat(Number(width ?? named.get('width') ?? 4));
    return text(of)
      .split('\n')
      .map((line, i) => (line === '' || (i === 0 && !truthy(first ?? named.get('first'))) ? line : by + line))
      .join('\n');
  },
  int: (of, [first], named) => {
    const otherwise = first ?? named.get('default') ?? 0;
    const value =
      numberOf(of) ?? (typeof of === 'string' && /^\s*[-+]?\d+(\.\d*)?\s*$/.test(of) ? Number(of) : undefined);
    return value === undefined ? otherwise : Math.trunc(value);
  },
  items: (of) => (of === undefined ? [] : MAP_METHODS.items(mapping(of), [])),
  join: (of, [by = '']) => items(of).map(str).join(str(by)),
  last: (of) => items(of).at(-1),
  length: (of) => items(of).length,
  list: (of) => [...items(of)],
  lower: (of) => str(of).toLowerCase(),
  map: (of, [name, ...args], named) => {
    const path = named.get('attribute');
    const otherwise = named.get('default');
    if (path !== undefined) return items(of).map((item) => attribute(item, str(path)) ?? otherwise);
    return items(of).map((item) => filterOf(text(name))(item, args, named));
  },
  reject: (of, [test]) => items(of).filter((item) => !(test === undefined ? truthy : testOf(text(test)))(item)),
  rejectattr: selecting(false),
  replace: (of, args) => replaced(str(of), args),
  reverse: (of) => (typeof of === 'string' ? letters(of).reverse().join('') : [...items(of)].reverse()),
  safe: (of) => str(of),
  select: (of, [test]) => items(of).filter(test === undefined ? truthy : testOf(text(test))),
  selectattr: selecting(true),
  sort: (of, [reverse], named) => {
    const path = named.get('attribute');
    return sorted(
      items(of),
      (value) => (path === undefined ? value : attribute(value, text(path))),
      reverse ?? named.get('reverse'),
    );
  },
  string: (of) => str(of),
  title: (of) =>
    str(of)
      .toLowerCase()
      .replace(/(?<=^|[-\s({[<])\p{L}/gu, (letter) => letter.toUpperCase()),
  tojson: (of, _, named) => json(of, named),
  trim: (of, [characters]) => stripped(str(of), characters, 'lr'),
  unique: (of) => items(of).filter((item, i, all) => all.findIndex((other) => equal(other, item)) === i),
  upper: (of) => str(of).toUpperCase(),
};
FILTERS.d = FILTERS.default;
FILTERS.e = FILTERS.escape;
/** The most arguments of those that take any, and the names that an argument may have. */
const MOST_ARGUMENTS: Readonly<Record<string, number>> = {
  ...{ default: 2, d: 2, format: 99, indent: 2, int: 1, join: 1, map: 9, replace: 3, reject: 1, select: 1, sort: 1 },
  ...{ rejectattr: 3, selectattr: 3, trim: 1, strip: 1, lstrip: 1, rstrip: 1, startswith: 1, endswith: 1, split: 2 },
  ...{ rsplit: 2, find: 1, count: 1, get: 2 },
};
const ARGUMENT_NAMES: Readonly<Record<string, readonly string[]>> = {
  ...{ default: ['boolean'], d: ['boolean'], indent: ['width', 'first'], int: ['default'] },
  ...{ map: ['attribute', 'default'], sort: ['reverse', 'attribute'], tojson: ['indent', 'ensure_ascii'] },
};
/** An argument that is not read would change the result in silence. */
function checkArguments(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): void {
  const other = [...named.keys()].find((key) => !ARGUMENT_NAMES[name]?.includes(key));
  if (other !== undefined) fail(`${name} with ${other}`);
  if (args.length > (MOST_ARGUMENTS[name] ?? 0)) fail(`${name} with ${args.length} arguments`);
}
const filterOf =
  (name: string): Filter =>
  (of, args, named) => {
    if (!Object.hasOwn(FILTERS, name)) fail(`the filter "${name}"`);
    checkArguments(name, args, named);
    return FILTERS[name](of, args, named);
  };

const COMPARING = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'not in']);
const isComparison = (node: Node): boolean => node.type === 'BinaryExpression' && COMPARING.has(node.operator.value);

function binary(operator: string, a: Value, b: Value): Value {
  switch (operator) {
    case '==':
      return equal(a, b);
    case '!=':
      return !equal(a, b);
    case '<':
      return less(a, b);
    case '>':
      return less(b, a);
    case '<=':
      return !less(b, a);
    case '>=':
      return !less(a, b);
    case 'in':
      return contains(b, a);
    case 'not in':
      return !contains(b, a);
    case '~':
      return str(a) + str(b);
  }
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) {
    const floor = (x: number) => (right === 0 ? fail('division by zero') : Math.floor(x));
    const made =
      { '+': () => left + right, '-': () => left - right, '*': () => left * right, '**': () => left ** right }[
        operator
      ] ??
      {
        '//': () => floor(left / right),
        '%': () => left - right * floor(left / right),
        '/': () => (floor(1), left / right),
      }[operator];
    const value = made ? made() : fail(`the operator ${operator}`);
    return operator === '/' || a instanceof Float || b instanceof Float || (operator === '**' && right < 0)
      ? new Float(value)
      : value;
  }
  if (operator === '+' && typeof a === 'string' && typeof b === 'string') return a + b;
  if (operator === '+' && Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  if (operator === '*' && typeof a === 'string' && typeof b === 'number') return a.repeat(Math.max(0, b));
  return fail(`the operator ${operator} between ${repr(a)} and ${repr(b)}`);
}

function slice<T>(all: T[], start: Value, stop: Value, step: Value): T[] {
  const by = step == null ? 1 : Number(step);
  const at = (value: Value, otherwise: number) => {
    if (value == null) return otherwise;
    const index = Number(value) < 0 ? all.length + Number(value) : Number(value);
    return Math.min(Math.max(index, by > 0 ? 0 : -1), by > 0 ? all.length : all.length - 1);
  };
  const [from, to] = by > 0 ? [at(start, 0), at(stop, all.length)] : [at(start, all.length - 1), at(stop, -1)];
  const taken: T[] = [];
  for (let i = from; by > 0 ? i < to : i > to; i += by || fail('a slice with step 0')) taken.push(all[i]);
  return taken;
}

function member(of: Value, key: Value): Value {
  if (of === undefined) return fail(`"${str(key)}" is asked of an undefined value`);
  if (typeof key === 'number' && (typeof of === 'string' || Array.isArray(of)))
    return (typeof of === 'string' ? letters(of) : of).at(key);
  const name = str(key);
  if (of instanceof Map && of.has(key)) return of.get(key);
  const checked =
    (call: (args: Value[]) => Value): Call =>
    (args, named) => {
      checkArguments(name, args, named);
      return call(args);
    };
  if (of instanceof Map && Object.hasOwn(MAP_METHODS, name)) return checked((args) => MAP_METHODS[name](of, args));
  if (typeof of === 'string' && Object.hasOwn(TEXT_METHODS, name))
    return checked((args) => TEXT_METHODS[name](of, args));
  return undefined;
}

class Interpreter {
  text(body: readonly Node[], scope: Scope): string {
    let written = '';
    for (const node of body)
      try {
        written += this.statement(node, scope);
      } catch (error) {
        if (error instanceof LoopControl) error.text = written + error.text;
        throw error;
      }
    return written;
  }

  private statement(node: Node, scope: Scope): string {
    switch (node.type) {
      case 'Comment':
        return '';
      case 'If':
        return this.text(truthy(this.value(node.test, scope)) ? node.body : node.alternate, scope);
      case 'For':
        return this.loop(node, scope);
      case 'Break':
      case 'Continue':
        throw new LoopControl(node.type);
      case 'Set':
        this.assign(
          node.assignee,
          node.value ? this.value(node.value, scope) : this.text(node.body, new Scope(scope)),
          scope,
        );
        return '';
      case 'Macro':
        scope.own.set(node.name.value, this.macro(node.args, node.body, scope));
        return '';
      case 'FilterStatement':
        return str(this.filtered(this.text(node.body, new Scope(scope)), node.filter, scope));
      default:
        return str(this.value(node, scope));
    }
  }

  private macro(parameters: readonly Node[], body: readonly Node[], scope: Scope): Call {
    return (args, named) => {
      const inner = new Scope(scope);
      if (args.length > parameters.length) fail('a macro gets too many arguments');
      parameters.forEach((parameter, i) => {
        const isNamed = parameter.type === 'KeywordArgumentExpression';
        const name = isNamed ? parameter.key.value : (parameter as { value: string }).value;
        const given = i < args.length ? args[i] : named.get(name);
        const isGiven = i < args.length || named.delete(name);
        inner.own.set(name, isGiven || !isNamed ? given : this.value(parameter.value, inner));
      });
      if (named.size > 0) fail(`a macro has no parameter ${[...named.keys()][0]}`);
      return this.text(body, inner);
    };
  }

  private assign(target: Node, value: Value, scope: Scope): void {
    if (target.type === 'Identifier') scope.own.set(target.value, value);
    else if (target.type === 'TupleLiteral') {
      const parts = items(value);
      if (parts.length !== target.value.length) fail('a value is unpacked into another number of names');
      target.value.forEach((name, i) => this.assign(name, parts[i], scope));
    } else if (target.type === 'MemberExpression') {
      const of = this.value(target.object, scope);
      if (!(of instanceof Namespace)) fail('an attribute of no namespace is set');
      const { property } = target;
      (of as Namespace).set(property.type === 'Identifier' ? property.value : this.value(property, scope), value);
    } else fail(`setting ${target.type}`);
  }

  private loop({ loopvar, iterable, body, defaultBlock }: Extract<Node, { type: 'For' }>, scope: Scope): string {
    const isSelect = iterable.type === 'SelectExpression';
    const all = items(this.value(isSelect ? iterable.lhs : iterable, scope)).filter((item) => {
      if (!isSelect) return true;
      const inner = new Scope(scope);
      this.assign(loopvar, item, inner);
      return truthy(this.value(iterable.test, inner));
    });
    if (all.length === 0) return this.text(defaultBlock, new Scope(scope));
    let written = '';
    for (const [i, item] of all.entries()) {
      const inner = new Scope(scope);
      this.assign(loopvar, item, inner);
      const loop: Record<string, Value> = {
        ...{ index: i + 1, index0: i, revindex: all.length - i, revindex0: all.length - i - 1, length: all.length },
        ...{ first: i === 0, last: i === all.length - 1, previtem: all[i - 1], nextitem: all[i + 1] },
      };
      inner.own.set('loop', new Map(Object.entries(loop)));
      try {
        written += this.text(body, inner);
      } catch (error) {
        if (!(error instanceof LoopControl)) throw error;
        written += error.text;
        if (error.kind === 'Break') break;
      }
    }
    return written;
  }

  private arguments(args: readonly Node[], scope: Scope): [Value[], Map<string, Value>] {
    const own: Value[] = [];
    const named = new Map<string, Value>();
    for (const node of args)
      if (node.type === 'KeywordArgumentExpression') named.set(node.key.value, this.value(node.value, scope));
      else own.push(this.value(node, scope));
    return [own, named];
  }

  private filtered(of: Value, filter: Node, scope: Scope): Value {
    if (filter.type === 'Identifier') return filterOf(filter.value)(of, [], new Map());
    if (filter.type !== 'CallExpression' || filter.callee.type !== 'Identifier')
      return fail('a filter that is no name');
    return filterOf(filter.callee.value)(of, ...this.arguments(filter.args, scope));
  }

  private value(node: Node, scope: Scope): Value {
    switch (node.type) {
      case 'StringLiteral':
      case 'IntegerLiteral':
        return node.value;
      case 'FloatLiteral':
        return new Float(node.value);
      case 'ArrayLiteral':
        return node.value.map((item) => this.value(item, scope));
      case 'TupleLiteral':
        return Tuple.from(node.value.map((item) => this.value(item, scope)));
      case 'ObjectLiteral':
        return new Map([...node.value].map(([key, item]) => [this.value(key, scope), this.value(item, scope)]));
      case 'Identifier':
        return scope.get(node.value);
      case 'MemberExpression': {
        const of = this.value(node.object, scope);
        const { property } = node;
        if (property.type === 'SliceExpression') {
          const ends = [property.start, property.stop, property.step].map((end) => end && this.value(end, scope));
          if (typeof of === 'string') return slice(letters(of), ends[0], ends[1], ends[2]).join('');
          return Array.isArray(of) ? slice(of, ends[0], ends[1], ends[2]) : fail('a slice of no list or text');
        }
        return member(
          of,
          !node.computed && property.type === 'Identifier' ? property.value : this.value(property, scope),
        );
      }
      case 'CallExpression': {
        const callee = this.value(node.callee, scope);
        const name =
          node.callee.type === 'MemberExpression'
            ? (node.callee.property as { value?: unknown }).value
            : (node.callee as { value?: unknown }).value;
        return typeof callee === 'function'
          ? callee(...this.arguments(node.args, scope))
          : fail(`"${String(name)}" is no function here`);
      }
      case 'BinaryExpression': {
        const left = this.value(node.left, scope);
        const { value: operator } = node.operator;
        // Python reads a < b < c as two comparisons. The tree does not tell it from (a < b) < c, unless both sides compare.
        if (COMPARING.has(operator) && isComparison(node.left) && !isComparison(node.right))
          fail('a comparison of a comparison');
        if (operator === 'and') return truthy(left) ? this.value(node.right, scope) : left;
        if (operator === 'or') return truthy(left) ? left : this.value(node.right, scope);
        return binary(operator, left, this.value(node.right, scope));
      }
      case 'UnaryExpression': {
        const of = this.value(node.argument, scope);
        if (node.operator.value === 'not') return !truthy(of);
        return binary(node.operator.value, 0, of);
      }
      case 'FilterExpression':
        return this.filtered(this.value(node.operand, scope), node.filter, scope);
      case 'TestExpression':
        return testOf(node.test.value)(this.value(node.operand, scope)) !== node.negate;
      case 'SelectExpression':
        return truthy(this.value(node.test, scope)) ? this.value(node.lhs, scope) : undefined;
      case 'Ternary':
        return this.value(truthy(this.value(node.condition, scope)) ? node.trueExpr : node.falseExpr, scope);
      default:
        return fail(`${node.type} in a template`);
    }
  }
}

/** A value of JavaScript as one of a template. */
function given(value: unknown): Value {
  if (Array.isArray(value)) return value.map(given);
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, of]) => [key, given(of)]));
  return value as Value;
}

const range: Call = ([start, stop, step = 1]) => {
  const [from, to] = stop === undefined ? [0, Number(start)] : [Number(start), Number(stop)];
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / Number(step))) }, (_, i) => from + i * Number(step));
};

/** @throws Error if the text is no template, or when it is rendered if it needs what is not implemented */
export function jinjaTemplate(source: string): (variables: Record<string, unknown>) => string {
  // Jinja2 drops one line feed at the end.
  const program = parse(
    tokenize(source.replace(/\n$/, ''), { trim_blocks: true, lstrip_blocks: true }),
  ) as unknown as Node;
  return (variables) => {
    const scope = new Scope();
    for (const [name, value] of Object.entries({
      true: true,
      false: false,
      none: null,
      True: true,
      False: false,
      None: null,
      ...variables,
    }))
      scope.own.set(name, given(value));
    scope.own.set('range', range);
    scope.own.set('dict', (_, named) => new Map<Value, Value>(named));
    scope.own.set(
      'namespace',
      ([from], named) => new Namespace([...((from as Map<Value, Value> | undefined) ?? []), ...named]),
    );
    scope.own.set('raise_exception', ([message]) => fail(str(message)));
    return new Interpreter().text((program as { body: Node[] }).body, scope);
  };
}
