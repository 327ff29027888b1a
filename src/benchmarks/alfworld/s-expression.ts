/** @file Nested parentheses, the syntax of PDDL problems: words and lists, `;` to the end of a line being a comment. */
import { nestedTooDeep } from '../files.ts';
import { codedProblem } from '../../common/error-data.ts';
import type { CodedProblem } from '../../common/error-parameters.ts';

export type Expression = string | readonly Expression[];

/** Deeper than any planning problem. The limit keeps hostile text from exhausting the stack of the tree's readers. */
const MAX_DEPTH = 100;

/** The top-level expressions of a text, or what is wrong with its parentheses and the 1-based line. */
export function parseExpressions(
  text: string,
): { expressions: Expression[] } | { problem: CodedProblem; line: number } {
  const wrong = (fault: 'unopened' | 'unclosed', at: number) => ({
    problem: codedProblem('parentheses', { fault }),
    line: at,
  });
  const top: Expression[] = [];
  const open: { items: Expression[]; line: number }[] = [];
  let line = 1;
  for (const [token] of text.matchAll(/\n|;[^\n]*|[()]|[^\s();]+/g)) {
    const current = open.at(-1)?.items ?? top;
    if (token === '\n') line += 1;
    else if (token === '(') {
      if (open.length === MAX_DEPTH) return { problem: nestedTooDeep(MAX_DEPTH), line };
      const items: Expression[] = [];
      current.push(items);
      open.push({ items, line });
    } else if (token === ')') {
      if (open.pop() === undefined) return wrong('unopened', line);
    } else if (!token.startsWith(';')) current.push(token);
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? { expressions: top } : wrong('unclosed', unclosed.line);
}
