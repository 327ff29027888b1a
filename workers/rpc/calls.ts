/**
 * @file One proxy for every object of asynchronous methods, or of several services that have such: a call is its path and
 * its arguments, so that nobody forwards methods by hand. The interface of the object is the whole contract.
 */

type Method = (...request: readonly unknown[]) => Promise<unknown>;

/** Answers the call of a method: `['runs', 'list']` is `list` of the service `runs`. */
export type Answer = (path: readonly string[], ...request: readonly unknown[]) => Promise<unknown>;

/** An object whose every method asks `answer`. */
export function calls<Contract extends object>(answer: Answer, path: readonly string[] = []): Contract {
  const method: Method = (...request) => answer(path, ...request);
  return new Proxy(method, {
    get(_, name) {
      // The proxy can be awaited itself: it has no method "then".
      return name === 'then' || typeof name === 'symbol' ? undefined : calls(answer, [...path, name]);
    },
  }) as object as Contract;
}

/** Calls the method of `contract` that `path` names. */
export async function answerWith(contract: object, path: readonly string[], ...request: unknown[]): Promise<unknown> {
  const owner = path.slice(0, -1).reduce((service, name) => Reflect.get(service, name) as object, contract);
  return (owner as Record<string, Method>)[path.at(-1)!](...request);
}

/** The methods of what `current` gives at each call. */
export const methodsOf = <Contract extends object>(current: () => Promise<Contract>): Contract =>
  calls(async (path, ...request) => answerWith(await current(), path, ...request));
