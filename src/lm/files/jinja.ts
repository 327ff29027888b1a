/**
 * @file Renders chat templates as transformers does: like Jinja2's sandbox with `trim_blocks`, `lstrip_blocks` and loop
 * controls.
 *
 * `@huggingface/jinja` only parses here. Its interpreter differs from Python on most templates in fixtures/jinja.json,
 * in printed values, scopes, `break`, equality and filters. So this file evaluates the tree. Unknown features throw.
 */
import { parse, tokenize } from '@huggingface/jinja';
import { strip, WHITE_SPACE_CLASS } from '../../common/plain-text.ts';
import { asNumber, isPyList, PyDict, pyEquals, pyIn, type PyNumber, PyOther } from '../../common/python-value.ts';
import { PyTuple, pyRepr, type PyValue } from '../../common/python-value.ts';

type Named = ReadonlyMap<string, PyValue>;
type Operation<Of> = (of: Of, args: readonly PyValue[], named: Named) => PyValue;
class Callable extends PyOther {
  constructor(readonly call: (args: readonly PyValue[], named: Named) => PyValue) {
    super('function', '');
  }
}
class Namespace extends PyOther {
  constructor(readonly fields: Map<string, PyValue>) {
    super('namespace', '');
  }
}
const UNDEFINED = new PyOther('Undefined', 'Undefined');
const given = (value: PyValue | undefined): PyValue => (value === undefined ? UNDEFINED : value);
type Node =
  | { type: 'If'; test: Node; body: Node[]; alternate: Node[] }
  | { type: 'For'; loopvar: Node; iterable: Node; body: Node[]; defaultBlock: Node[] }
  | { type: 'Break' | 'Continue' | 'Comment' }
  | { type: 'Set'; assignee: Node; value: Node | null; body: Node[] }
  | { type: 'Macro'; name: { value: string }; args: Node[]; body: Node[] }
  | { type: 'MemberExpression'; object: Node; property: Node; computed: boolean }
  | { type: 'CallExpression'; callee: Node; args: Node[] }
  | { type: 'Identifier' | 'StringLiteral'; value: string }
  | { type: 'IntegerLiteral' | 'FloatLiteral'; value: number }
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

class Scope {
  readonly own = new Map<string, PyValue>();
  constructor(private readonly outer?: Scope) {}
  get(name: string): PyValue {
    if (this.own.has(name)) return this.own.get(name)!;
    return this.outer ? this.outer.get(name) : UNDEFINED;
  }
}

const fail = (what: string): never => {
  throw new Error(what);
};
const letters = (text: string): string[] => Array.from(text);
const text = (value?: PyValue): string => (typeof value === 'string' ? value : fail('an argument is no text'));

/** Computes Python's `str`. */
function str(value: PyValue): string {
  if (value instanceof Callable || value instanceof Namespace) return fail('a function or namespace is printed');
  return value === UNDEFINED ? '' : typeof value === 'string' ? value : pyRepr(value);
}
function items(value: PyValue): readonly PyValue[] {
  if (typeof value === 'string') return letters(value);
  if (value instanceof PyDict) return value.entries().map(([key]) => key);
  if (value instanceof PyTuple) return value.items;
  return value === UNDEFINED ? [] : isPyList(value) ? value : fail(`${str(value)} cannot be iterated`);
}
const isIterable = (value: PyValue): boolean =>
  typeof value === 'string' || isPyList(value) || !(value instanceof PyOther || typeof value !== 'object' || !value);
function truthy(value: PyValue): boolean {
  return isIterable(value) ? items(value).length > 0 : value !== UNDEFINED && Boolean(value);
}
/** Returns the items from which a filter selects. Such filters treat None as an empty list. */
const someItems = (value: PyValue): readonly PyValue[] => (truthy(value) ? items(value) : []);
function isLess(a: PyValue, b: PyValue): boolean {
  const [left, right] = [asNumber(a), asNumber(b)];
  if (left !== null && right !== null) return left < right;
  return typeof a === 'string' && typeof b === 'string' ? a < b : fail('values of two kinds are compared');
}
const contains = (whole: PyValue, part: PyValue): boolean =>
  typeof whole === 'string' ? whole.includes(text(part)) : pyIn(part, items(whole));

/** Writes JSON as Python's `json.dumps` does. */
function json(value: PyValue, indent: PyValue, ascii: boolean, depth = 0): string {
  const lineOf = (level: number) => (indent === null ? '' : `\n${' '.repeat(Number(indent) * level)}`);
  const inner = (item: PyValue) => json(item, indent, ascii, depth + 1);
  const list = ([open, close]: string, parts: string[]) =>
    parts.length === 0
      ? open + close
      : open + lineOf(depth + 1) + parts.join(`,${lineOf(depth + 1) || ' '}`) + lineOf(depth) + close;
  if (typeof value === 'string') {
    const escaped = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return ascii ? JSON.stringify(value).replace(/[\x7f-\uffff]/g, escaped) : JSON.stringify(value);
  }
  if (value instanceof PyDict) {
    const keyOf = (key: PyValue) => inner(typeof key === 'string' ? key : inner(key));
    return list(
      '{}',
      value.entries().map(([key, item]) => `${keyOf(key)}: ${inner(item)}`),
    );
  }
  if (isIterable(value)) return list('[]', items(value).map(inner));
  if (value instanceof PyOther) return fail('tojson of an undefined value');
  return value === null ? 'null' : typeof value === 'boolean' ? String(value) : str(value);
}

/**
 * Returns the value of each parameter; undefined if it is not given.
 * @throws Error if an argument has no parameter, because ignoring it would silently change the result
 */
function bind(name: string, parameters: readonly string[], args: readonly PyValue[], named: Named) {
  if (args.length > parameters.length) fail(`${name} with ${args.length} arguments`);
  const other = [...named.keys()].find((key) => !parameters.slice(args.length).includes(key));
  if (other !== undefined) fail(`${name} with ${other}`);
  return parameters.map((parameter, i) => (i < args.length ? args[i] : named.get(parameter)));
}
/** Turns a table into operations. Each key is a name with its parameters in parentheses, in Python's order. */
function operations<Of>(
  table: Record<string, (of: Of, ...args: (PyValue | undefined)[]) => PyValue>,
): [string, Operation<Of>][] {
  return Object.entries(table).map(([signature, operation]) => {
    const [name, ...parameters] = signature.match(/\w+/g)!;
    return [name, (of, args, named) => operation(of, ...bind(name, parameters, args, named))];
  });
}

const SPACES = new RegExp(`${WHITE_SPACE_CLASS}+`);
const partsOf = (of: string, separator?: PyValue) => of.split(text(separator) || fail('an empty separator'));
/** Keeps the first `count` parts, and joins the others into one part. A negative count keeps all parts. */
const joined = (parts: string[], count: PyValue, separator: PyValue): string[] => {
  const most = Number(count);
  return most < 0 || parts.length <= most ? parts : [...parts.slice(0, most), parts.slice(most).join(text(separator))];
};
const stripped =
  (side: 'both' | 'left' | 'right') =>
  (of: string, characters: PyValue = null) =>
    strip(of, characters === null ? undefined : text(characters), side);
const someEnd = (ends: PyValue | undefined, check: (end: string) => boolean): boolean =>
  ends instanceof PyTuple ? ends.items.some((end) => check(text(end))) : check(text(ends));

const TEXT_METHODS = new Map(
  operations<string>({
    'strip(chars)': stripped('both'),
    'lstrip(chars)': stripped('left'),
    'rstrip(chars)': stripped('right'),
    'startswith(prefix)': (of, prefix) => someEnd(prefix, (one) => of.startsWith(one)),
    'endswith(suffix)': (of, suffix) => someEnd(suffix, (one) => of.endsWith(one)),
    'split(sep, maxsplit)': (of, by = null, most = -1n) => {
      if (by !== null) return joined(partsOf(of, by), most, by);
      return most === -1n ? of.split(SPACES).filter(Boolean) : fail('split at white space with a limit');
    },
    'rsplit(sep, maxsplit)': (of, by = null, most = -1n) => {
      const parts = partsOf(of, by);
      const kept = most === -1n ? 0 : Math.max(0, parts.length - 1 - Number(most));
      return [parts.slice(0, kept + 1).join(text(by)), ...parts.slice(kept + 1)];
    },
    splitlines: (of) => (of === '' ? [] : of.replace(/(\r\n|[\n\r])$/, '').split(/\r\n|[\n\r]/)),
    'replace(old, new, count)': (of, old = null, by = null, most = null) =>
      joined(partsOf(of, old), most ?? -1n, old).join(text(by)),
    upper: (of) => of.toUpperCase(),
    lower: (of) => of.toLowerCase(),
    capitalize: (of) => of.slice(0, 1).toUpperCase() + of.slice(1).toLowerCase(),
    'find(sub)': (of, sub) => BigInt(of.includes(text(sub)) ? letters(of.slice(0, of.indexOf(text(sub)))).length : -1),
    'count(sub)': (of, sub) => BigInt(partsOf(of, sub).length - 1),
    title: (of) => of.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
    isdigit: (of) => /^\p{Nd}+$/u.test(of),
  }),
);
const itemsOf = (of: PyDict): PyValue[] => of.entries().map((pair) => new PyTuple(pair));
const DICT_METHODS = new Map(
  operations<PyDict>({
    'get(key, default)': (of, key = null, otherwise = null) => of.get(key) ?? (of.has(key) ? null : otherwise),
    items: itemsOf,
    keys: (of) => of.entries().map(([key]) => key),
    values: (of) => of.entries().map(([, value]) => value),
  }),
);
const dict = (value: PyValue): PyDict => (value instanceof PyDict ? value : fail('items of no mapping'));
const isOdd = (value: PyValue): boolean => Number(asNumber(value) ?? fail('odd or even of no number')) % 2 !== 0;
const TESTS = new Map(
  operations<PyValue>({
    defined: (value) => value !== UNDEFINED,
    undefined: (value) => value === UNDEFINED,
    none: (value) => value === null,
    string: (value) => typeof value === 'string',
    boolean: (value) => typeof value === 'boolean',
    true: (value) => value === true,
    false: (value) => value === false,
    integer: (value) => typeof value === 'bigint',
    float: (value) => typeof value === 'number',
    number: (value) => asNumber(value) !== null,
    mapping: (value) => value instanceof PyDict,
    iterable: (value) => value === UNDEFINED || isIterable(value),
    sequence: (value) => value === UNDEFINED || isIterable(value),
    callable: (value) => value instanceof Callable,
    odd: isOdd,
    even: (value) => !isOdd(value),
    'eq(other)': (value, other = null) => pyEquals(value, other),
    'equalto(other)': (value, other = null) => pyEquals(value, other),
  }),
).set('==', (value, [other]) => pyEquals(value, other));
const testOf = (name: string): Operation<PyValue> => TESTS.get(name) ?? fail(`the test "${name}"`);

const NONE_NAMED: Named = new Map();
const attribute = (value: PyValue, path: PyValue): PyValue =>
  text(path)
    .split('.')
    .reduce((of, part) => member(of, /^\d+$/.test(part) ? BigInt(part) : part), value);
const selecting =
  (keep: boolean, byAttribute: boolean): Operation<PyValue> =>
  (of, args, named) => {
    if (named.size > 0) fail(`a selection with ${[...named.keys()].join()}`);
    const [path, test, ...others] = byAttribute ? args : [null, ...args];
    const judge = test === undefined ? undefined : testOf(text(test));
    return someItems(of).filter((item) => {
      const value = path === null ? item : attribute(item, path);
      return truthy(judge ? judge(value, others, NONE_NAMED) : value) === keep;
    });
  };
function sorted(values: readonly PyValue[], keyOf: (value: PyValue) => PyValue, reverse = false): PyValue[] {
  const folded = (value: PyValue) => {
    const key = keyOf(value);
    return typeof key === 'string' ? key.toLowerCase() : key;
  };
  const order = (a: PyValue, b: PyValue) => Number(isLess(b, a)) - Number(isLess(a, b));
  return values.toSorted((a, b) => order(folded(a), folded(b)) * (reverse ? -1 : 1));
}
const ofText = (name: string): [string, Operation<PyValue>] => [
  name,
  (of, args, named) => TEXT_METHODS.get(name)!(str(of), args, named),
];
const FILTERS = new Map([
  ...['capitalize', 'lower', 'replace', 'upper'].map(ofText),
  ...operations<PyValue>({
    abs: (of) => (typeof of !== 'bigint' ? fail('abs of no integer') : of < 0n ? -of : of),
    'default(default_value, boolean)': (of, otherwise = '', falsy = false) =>
      of === UNDEFINED || (truthy(falsy) && !truthy(of)) ? otherwise : of,
    dictsort: (of) => sorted(itemsOf(dict(of)), (pair) => items(pair)[0]),
    first: (of) => given(items(of)[0]),
    'indent(width, first)': (of, width = 4n, first = false) =>
      text(of).replace(truthy(first) ? /^(?=.)/gm : /(?<=\n)(?=.)/g, ' '.repeat(Number(width))),
    'int(default)': (of, otherwise = 0n) => {
      const value = typeof of === 'string' && /^\s*[-+]?\d+(\.\d*)?\s*$/.test(of) ? Number(of) : asNumber(of);
      return value === null ? otherwise : BigInt(Math.trunc(Number(value)));
    },
    items: (of) => (of === UNDEFINED ? [] : itemsOf(dict(of))),
    'join(d)': (of, by = '') => items(of).map(str).join(str(by)),
    last: (of) => given(items(of).at(-1)),
    length: (of) => BigInt(items(of).length),
    list: (of) => items(of),
    min: (of) => given(sorted(items(of), (value) => value)[0]),
    reverse: (of) => (typeof of === 'string' ? letters(of).reverse().join('') : items(of).toReversed()),
    'sort(reverse, case_sensitive, attribute)': (of, reverse = false, sensitive = false, path = null) =>
      truthy(sensitive)
        ? fail('sort with case_sensitive')
        : sorted(items(of), (value) => (path === null ? value : attribute(value, path)), truthy(reverse)),
    string: str,
    title: (of) =>
      str(of)
        .toLowerCase()
        .replace(/(?<=^|[-\s({[<])\p{L}/gu, (letter) => letter.toUpperCase()),
    'tojson(ensure_ascii, indent)': (of, ascii = false, indent = null) => json(of, indent, truthy(ascii)),
    'trim(chars)': (of, characters) => stripped('both')(str(of), characters),
    unique: (of) => items(of).filter((item, i, all) => all.findIndex((other) => pyEquals(other, item)) === i),
  }),
  ['select', selecting(true, false)],
  ['reject', selecting(false, false)],
  ['selectattr', selecting(true, true)],
  ['rejectattr', selecting(false, true)],
  [
    'map',
    (of, args, named) => {
      if (!named.has('attribute'))
        return someItems(of).map((item) => filterOf(text(args[0]))(item, args.slice(1), named));
      const [path = null, otherwise = UNDEFINED] = bind('map', ['attribute', 'default'], args, named);
      return someItems(of).map((item) => {
        const value = attribute(item, path);
        return value === UNDEFINED ? otherwise : value;
      });
    },
  ],
] satisfies [string, Operation<PyValue>][] as [string, Operation<PyValue>][]);
FILTERS.set('d', FILTERS.get('default')!);
const filterOf = (name: string): Operation<PyValue> => FILTERS.get(name) ?? fail(`the filter "${name}"`);

const modulo = (a: number, b: number) => ((a % b) + b) % b;
const ARITHMETIC = new Map<string, (a: number, b: number) => number>([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['**', (a, b) => a ** b],
  ['/', (a, b) => a / b],
  ['//', (a, b) => (a - modulo(a, b)) / b],
  ['%', modulo],
]);
function compute(operator: string, a: PyNumber, b: PyNumber): PyNumber {
  if (['/', '//', '%'].includes(operator) && !b) fail('division by zero');
  const isWhole = typeof a === 'bigint' && typeof b === 'bigint' && operator !== '/' && !(operator === '**' && b < 0n);
  // The cast claims two numbers, because TypeScript refuses operators on values that are numbers or bigints.
  const [left, right] = (isWhole ? [a, b] : [Number(a), Number(b)]) as [number, number];
  return (ARITHMETIC.get(operator) ?? fail(`the operator ${operator}`))(left, right);
}
const COMPARISONS = new Map<string, (a: PyValue, b: PyValue) => boolean>([
  ['==', pyEquals],
  ['!=', (a, b) => !pyEquals(a, b)],
  ['<', isLess],
  ['>', (a, b) => isLess(b, a)],
  ['<=', (a, b) => !isLess(b, a)],
  ['>=', (a, b) => !isLess(a, b)],
  ['in', (a, b) => contains(b, a)],
  ['not in', (a, b) => !contains(b, a)],
]);
const isComparison = (node: Node): boolean => node.type === 'BinaryExpression' && COMPARISONS.has(node.operator.value);
function binary(operator: string, a: PyValue, b: PyValue): PyValue {
  const compare = COMPARISONS.get(operator);
  if (compare) return compare(a, b);
  if (operator === '~') return str(a) + str(b);
  const [left, right] = [asNumber(a), asNumber(b)];
  if (left !== null && right !== null) return compute(operator, left, right);
  if (operator === '+' && typeof a === 'string' && typeof b === 'string') return a + b;
  if (operator === '+' && isPyList(a) && isPyList(b)) return [...a, ...b];
  if (operator === '*' && typeof a === 'string' && typeof b === 'bigint') return a.repeat(Math.max(0, Number(b)));
  return fail(`the operator ${operator} between ${pyRepr(a)} and ${pyRepr(b)}`);
}

function slice<T>(all: readonly T[], [start, stop, step]: readonly (PyValue | undefined)[]): T[] {
  const by = Number(step ?? 1n) || fail('a slice with step 0');
  const at = (value: PyValue | undefined, otherwise: number) => {
    if (value == null) return otherwise;
    const index = Number(value) < 0 ? all.length + Number(value) : Number(value);
    return Math.min(Math.max(index, by > 0 ? 0 : -1), by > 0 ? all.length : all.length - 1);
  };
  const [from, to] = by > 0 ? [at(start, 0), at(stop, all.length)] : [at(start, all.length - 1), at(stop, -1)];
  const count = Math.max(0, Math.ceil((to - from) / by));
  return Array.from({ length: count }, (_, i) => all[from + i * by]);
}

const methodOf = <Of>(of: Of, method: Operation<Of> | undefined): PyValue =>
  method ? new Callable((args, named) => method(of, args, named)) : UNDEFINED;
/** Returns `of[key]`. @param isNamed true for `of.key`, which prefers a method to an entry of the same name */
function member(of: PyValue, key: PyValue, isNamed = false): PyValue {
  if (of === UNDEFINED) return fail(`"${str(key)}" is asked of an undefined value`);
  if (typeof key === 'bigint' && !(of instanceof PyDict)) return given(items(of).at(Number(key)));
  if (of instanceof Namespace) return given(of.fields.get(text(key)));
  const name = str(key);
  if (typeof of === 'string') return methodOf(of, TEXT_METHODS.get(name));
  if (!(of instanceof PyDict)) return UNDEFINED;
  const method = DICT_METHODS.get(name);
  return of.has(key) && !(isNamed && method) ? of.get(key)! : methodOf(of, method);
}

/** Appends the text of the statements to `out`. Stops at a break or continue, and returns its type. */
function write(body: readonly Node[], scope: Scope, out: string[]): 'Break' | 'Continue' | undefined {
  for (const node of body) {
    let stop: 'Break' | 'Continue' | undefined;
    if (node.type === 'Break' || node.type === 'Continue') stop = node.type;
    else if (node.type === 'If')
      stop = write(truthy(evaluate(node.test, scope)) ? node.body : node.alternate, scope, out);
    else if (node.type === 'For') loop(node, scope, out);
    else if (node.type === 'Macro') scope.own.set(node.name.value, macro(node, scope));
    else if (node.type === 'Set')
      assign(node.assignee, node.value ? evaluate(node.value, scope) : written(node.body, new Scope(scope)), scope);
    else if (node.type === 'FilterStatement')
      out.push(str(filtered(written(node.body, new Scope(scope)), node.filter, scope)));
    else if (node.type !== 'Comment') out.push(str(evaluate(node, scope)));
    if (stop) return stop;
  }
  return undefined;
}
function written(body: readonly Node[], scope: Scope): string {
  const out: string[] = [];
  write(body, scope, out);
  return out.join('');
}

function macro({ name, args: parameters, body }: Extract<Node, { type: 'Macro' }>, scope: Scope): Callable {
  const names = parameters.map((one) => (one.type === 'KeywordArgumentExpression' ? one.key.value : nameOf(one)));
  return new Callable((args, named) => {
    const inner = new Scope(scope);
    for (const [i, value] of bind(name.value, names, args, named).entries()) {
      const parameter = parameters[i];
      const otherwise = () =>
        parameter.type === 'KeywordArgumentExpression' ? evaluate(parameter.value, inner) : UNDEFINED;
      inner.own.set(names[i], value === undefined ? otherwise() : value);
    }
    return written(body, inner);
  });
}

function assign(target: Node, value: PyValue, scope: Scope): void {
  if (target.type === 'Identifier') scope.own.set(target.value, value);
  else if (target.type === 'TupleLiteral') {
    const parts = items(value);
    if (parts.length !== target.value.length) fail('a value is unpacked into another number of names');
    target.value.forEach((name, i) => assign(name, parts[i], scope));
  } else if (target.type === 'MemberExpression') {
    const of = evaluate(target.object, scope);
    if (!(of instanceof Namespace)) return fail('an attribute of no namespace is set');
    of.fields.set(text(keyOf(target, scope)), value);
  } else fail(`setting ${target.type}`);
}

function loop({ loopvar, iterable, body, defaultBlock }: Extract<Node, { type: 'For' }>, scope: Scope, out: string[]) {
  const isSelect = iterable.type === 'SelectExpression';
  const scopeOf = (item: PyValue) => {
    const inner = new Scope(scope);
    assign(loopvar, item, inner);
    return inner;
  };
  const all = items(evaluate(isSelect ? iterable.lhs : iterable, scope)).filter(
    (item) => !isSelect || truthy(evaluate(iterable.test, scopeOf(item))),
  );
  if (all.length === 0) write(defaultBlock, new Scope(scope), out);
  for (const [i, item] of all.entries()) {
    const inner = scopeOf(item);
    const numbers = { index: i + 1, index0: i, revindex: all.length - i, revindex0: all.length - i - 1 };
    const fields: Record<string, PyValue> = {
      ...{ first: i === 0, last: i === all.length - 1, length: BigInt(all.length) },
      ...{ previtem: given(all[i - 1]), nextitem: given(all[i + 1]) },
    };
    for (const [name, value] of Object.entries(numbers)) fields[name] = BigInt(value);
    inner.own.set('loop', new PyDict(Object.entries(fields)));
    if (write(body, inner, out) === 'Break') break;
  }
}

const nameOf = (node: Node): string => ('value' in node && typeof node.value === 'string' ? node.value : node.type);
const keyOf = ({ computed, property }: Extract<Node, { type: 'MemberExpression' }>, scope: Scope): PyValue =>
  !computed && property.type === 'Identifier' ? property.value : evaluate(property, scope);
function argumentsOf(nodes: readonly Node[], scope: Scope): [PyValue[], Named] {
  const args: PyValue[] = [];
  const named = new Map<string, PyValue>();
  for (const node of nodes)
    if (node.type === 'KeywordArgumentExpression') named.set(node.key.value, evaluate(node.value, scope));
    else args.push(evaluate(node, scope));
  return [args, named];
}
const filtered = (of: PyValue, filter: Node, scope: Scope): PyValue =>
  filter.type === 'CallExpression'
    ? filterOf(nameOf(filter.callee))(of, ...argumentsOf(filter.args, scope))
    : filterOf(nameOf(filter))(of, [], NONE_NAMED);

function evaluate(node: Node, scope: Scope): PyValue {
  switch (node.type) {
    case 'StringLiteral':
    case 'FloatLiteral':
      return node.value;
    case 'IntegerLiteral':
      return BigInt(node.value);
    case 'ArrayLiteral':
      return node.value.map((item) => evaluate(item, scope));
    case 'TupleLiteral':
      return new PyTuple(node.value.map((item) => evaluate(item, scope)));
    case 'ObjectLiteral':
      return new PyDict([...node.value].map(([key, item]) => [evaluate(key, scope), evaluate(item, scope)]));
    case 'Identifier':
      return scope.get(node.value);
    case 'MemberExpression': {
      const of = evaluate(node.object, scope);
      const { property } = node;
      if (property.type !== 'SliceExpression') return member(of, keyOf(node, scope), !node.computed);
      const ends = [property.start, property.stop, property.step].map((end) => end && evaluate(end, scope));
      if (typeof of === 'string') return slice(letters(of), ends).join('');
      return isPyList(of) ? slice(of, ends) : fail('a slice of no list or text');
    }
    case 'CallExpression': {
      const callee = evaluate(node.callee, scope);
      if (callee instanceof Callable) return callee.call(...argumentsOf(node.args, scope));
      return fail(
        `"${nameOf(node.callee.type === 'MemberExpression' ? node.callee.property : node.callee)}" is no function here`,
      );
    }
    case 'BinaryExpression': {
      const { value: operator } = node.operator;
      // Python reads a < b < c as two comparisons. The tree is the same for (a < b) < c, so both forms are refused.
      if (isComparison(node) && isComparison(node.left) && !isComparison(node.right))
        fail('a comparison of a comparison');
      const left = evaluate(node.left, scope);
      if ((operator === 'and' && !truthy(left)) || (operator === 'or' && truthy(left))) return left;
      const right = evaluate(node.right, scope);
      return operator === 'and' || operator === 'or' ? right : binary(operator, left, right);
    }
    case 'UnaryExpression': {
      const of = evaluate(node.argument, scope);
      return node.operator.value === 'not' ? !truthy(of) : binary(node.operator.value, 0n, of);
    }
    case 'FilterExpression':
      return filtered(evaluate(node.operand, scope), node.filter, scope);
    case 'TestExpression':
      return testOf(node.test.value)(evaluate(node.operand, scope), [], NONE_NAMED) !== node.negate;
    case 'SelectExpression':
      return truthy(evaluate(node.test, scope)) ? evaluate(node.lhs, scope) : UNDEFINED;
    case 'Ternary':
      return evaluate(truthy(evaluate(node.condition, scope)) ? node.trueExpr : node.falseExpr, scope);
    default:
      return fail(`${node.type} in a template`);
  }
}

function toPython(value: unknown): PyValue {
  if (value === undefined) return UNDEFINED;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'function') return new Callable((args) => toPython(value(...args)));
  if (Array.isArray(value)) return value.map(toPython);
  if (typeof value === 'object' && value !== null)
    return new PyDict(Object.entries(value).map(([key, of]) => [key, toPython(of)]));
  return value as PyValue;
}

const range = new Callable(([start, stop, step = 1n]) => {
  const [from, to] = stop === undefined ? [0, Number(start)] : [Number(start), Number(stop)];
  const count = Math.max(0, Math.ceil((to - from) / Number(step)));
  return Array.from({ length: count }, (_, i) => BigInt(from + i * Number(step)));
});
const GLOBALS: Record<string, PyValue> = {
  ...{ true: true, false: false, none: null, True: true, False: false, None: null, range },
  dict: new Callable((_, named) => new PyDict(named)),
  namespace: new Callable(
    ([from], named) =>
      new Namespace(new Map([...(from === undefined ? [] : dict(from).entries()), ...named] as [string, PyValue][])),
  ),
  raise_exception: new Callable(([message]) => fail(str(message))),
};

/** Compiles a template. @throws Error if the text is not a template. Rendering throws if a feature is unknown. */
export function jinjaTemplate(source: string): (variables: Record<string, unknown>) => string {
  // Jinja2 turns line ends into line feeds, and drops one at the end of the text.
  const lines = source.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const program = parse(tokenize(lines, { trim_blocks: true, lstrip_blocks: true }));
  return (variables) => {
    const scope = new Scope();
    for (const [name, value] of Object.entries(variables)) scope.own.set(name, toPython(value));
    for (const [name, value] of Object.entries(GLOBALS)) scope.own.set(name, value);
    return written(program.body as unknown as Node[], scope);
  };
}
