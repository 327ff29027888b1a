/**
 * @file API-Bank's calculator: whole numbers, four operations, parentheses that may not be nested (its search pairs
 * the first `(` with the first `)`, so nested ones fail).
 */
import { ApiExceptionSignal, sameOutcome, text, textField, type Api } from './api.ts';
import type { Json } from '../schema.ts';

type Token = number | string;

function isValid(formula: string): boolean {
  const count = (pattern: RegExp) => (formula.match(pattern) ?? []).length;
  const operators = count(/[-+*/]/g);
  return (
    /^[-0-9+*/()]+$/.test(formula) && count(/\(/g) === count(/\)/g) && operators > 0 && operators + 1 !== formula.length
  );
}

/** Folds every `left operator right` of the given operators, from the left. */
function fold(tokens: readonly Token[], operators: string): Token[] {
  const folded: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (typeof token === 'number' || !operators.includes(token)) {
      folded.push(token);
      continue;
    }
    const left = folded.pop();
    const right = tokens[(at += 1)];
    if (typeof left !== 'number' || typeof right !== 'number') throw new ApiExceptionSignal('an operand is missing');
    if (token === '/' && right === 0) throw new ApiExceptionSignal('float division by zero');
    folded.push(
      token === '+' ? left + right : token === '-' ? left - right : token === '*' ? left * right : left / right,
    );
  }
  return folded;
}

function evaluate(tokens: readonly Token[]): number {
  const flat: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at] !== '(') {
      flat.push(tokens[at]);
      continue;
    }
    const close = tokens.indexOf(')', at);
    const inner = tokens.slice(at + 1, close);
    if (close === -1 || inner.includes('(')) throw new ApiExceptionSignal('the parentheses do not pair');
    flat.push(evaluate(inner));
    at = close;
  }
  const [result] = fold(fold(flat, '*/'), '+-');
  if (typeof result !== 'number') throw new ApiExceptionSignal('there is no number');
  return result;
}

export const calculatorApi: Api = {
  parameters: { formula: 'str' },
  run(given): Json {
    const formula = text(given, 'formula').replaceAll(' ', '');
    if (!isValid(formula)) throw new ApiExceptionSignal('invalid formula');
    const tokens = formula.match(/\d+|[^\d]/g) ?? [];
    return evaluate(tokens.map((token) => (/\d/.test(token) ? Number(token) : token)));
  },
  isCorrect: (response, gold) =>
    textField(response.input, 'formula').replaceAll(' ', '') === textField(gold.input, 'formula').replaceAll(' ', '') &&
    sameOutcome(response, gold),
};
