/**
 * @file Doors to the words: what is taken from one says itself in the language spoken now, whenever it is read. Only a
 * string is of the moment, so strings are read where they are shown, and not kept.
 */
import { language, setLanguage } from './language.ts';
import type { InEachLanguage, Language } from './languages.ts';

interface Door {
  has(language: Language): boolean;
  load(language: Language): Promise<void>;
}
const doors: Door[] = [];

/** Opens a door: loads its words in the language spoken now; those of the others when they are to be spoken. */
export async function door<Words extends object>(words: InEachLanguage<Words>): Promise<Words> {
  const loaded = new Map<Language, Words>();
  const own: Door = {
    has: (name) => loaded.has(name),
    load: async (name) => void loaded.set(name, await words[name]()),
  };
  doors.push(own);
  // Another may have been chosen meanwhile.
  while (!own.has(language())) await own.load(language());
  return lasting(() => loaded.get(language())!);
}

/** Changes the language: at once, when every door that was opened has its words in it. */
export async function speak(choice: Language): Promise<void> {
  for (;;) {
    const missing = doors.filter((one) => !one.has(choice));
    if (missing.length === 0) break;
    await Promise.all(missing.map((one) => one.load(choice)));
  }
  setLanguage(choice);
}

type Sentence = (...parameters: unknown[]) => unknown;

/** @param now the words in the language spoken now, of the same shape in each */
function lasting<Words extends object>(now: () => Words): Words {
  const parts = new Map<PropertyKey, unknown>();
  const part = (name: PropertyKey): unknown => {
    const own = (): unknown => Reflect.get(now(), name);
    const value = own();
    if (typeof value === 'function') return (...parameters: unknown[]) => (own() as Sentence)(...parameters);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return lasting(own as () => object);
    return undefined;
  };
  const get = (name: PropertyKey): unknown => {
    const value: unknown = Reflect.get(now(), name);
    // One language may have words that another does without.
    if (value === undefined || value === null) return value;
    if (!parts.has(name)) parts.set(name, part(name));
    return parts.get(name) ?? value;
  };
  return new Proxy({} as Words, {
    get: (_, name) => get(name),
    has: (_, name) => Reflect.has(now(), name),
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor: (_, name) =>
      Object.hasOwn(now(), name) ? { value: get(name), enumerable: true, configurable: true } : undefined,
  });
}
