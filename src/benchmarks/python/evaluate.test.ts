import { expect, test } from 'vitest';
import { evaluateConstant } from './evaluate.ts';
import { parsedOrError } from './parsed.ts';
import { parseExpression } from './syntax.ts';
import { pyRepr } from './value.ts';

/** Expressions and what CPython 3.11 prints for them; `null` where it raises an exception. */
test.each([
  ['round(256.2)+0', '256'],
  ['round(2.5)+0', '2'],
  ['round(2.675, 2)+0', '2.67'],
  ['round(0.125, 2)+0', '0.12'],
  ['round(1250, -2)+0', '1200'],
  ['True|False', 'True'],
  ['True^True', 'False'],
  ['True|2', '3'],
  ['1.0//0.1', '9.0'],
  ['-7 // 2.0', '-4.0'],
  ['-7 % 3.0', '2.0'],
  ["'%s km' % 5", "'5 km'"],
  ["'%05.1f|%-4d|%+d' % (3.14159, 7, 8)", "'003.1|7   |+8'"],
  ["'%(a)s%%' % {'a': 'x'}", "'x%'"],
  ["'%g %g %e' % (1e-5, 100000.0, 12345.678)", "'1e-05 100000 1.234568e+04'"],
  ["'%#x %o %c %r' % (255, 8, 65, 'a')", `"0xff 10 A 'a'"`],
  ["'%.0f %.1f' % (0.5, 0.25)", "'0 0.2'"],
  ["'%s %s' % ('a',)", null],
  ["'%d' % 'a'", null],
  ["'a' % 1", null],
  ['max(1, 2.5) + sum([1, 2])', '5.5'],
  ["len('aé') + int('12') + ord('a')", '111'],
  ["'' + '\\N{DEGREE SIGN}\\N{latin small letter e with acute}'", "'°é'"],
  ["'' + '\\N{NO SUCH NAME}'", null],
  ["'abc'[-1] + 'd'", "'cd'"],
  ["{'a': 1} | {'b': 2}", "{'a': 1, 'b': 2}"],
  ['print(1) + 1', null],
])('%s is %s', (text, expected) => {
  const { value } = parsedOrError(() => pyRepr(evaluateConstant(parseExpression(text).root)));
  expect(value).toBe(expected);
});
