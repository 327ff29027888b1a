/**
 * @file Plain configurations as YAML: maps, lists and scalars, nothing else. Numbers always have a form that YAML 1.1
 * readers (PyYAML) take for numbers too: `1.0e-7`, since `1e-7` is a text to them.
 */
export type YamlValue =
  string | number | boolean | null | readonly YamlValue[] | { readonly [name: string]: YamlValue };

const number = (value: number): string => {
  const text = String(value);
  const [mantissa, exponent] = text.split('e');
  if (exponent === undefined) return text;
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${exponent}`;
};

const scalar = (value: YamlValue): string => (typeof value === 'number' ? number(value) : JSON.stringify(value));

/** The value as lines of YAML, ending with a line break. */
export function toYaml(value: { readonly [name: string]: YamlValue }, indent = ''): string {
  return Object.entries(value)
    .map(([name, item]) => {
      if (Array.isArray(item)) {
        const items: readonly YamlValue[] = item;
        return items.length === 0
          ? `${indent}${name}: []\n`
          : `${indent}${name}:\n${items.map((one) => `${indent}  - ${scalar(one)}\n`).join('')}`;
      }
      if (typeof item === 'object' && item !== null)
        return `${indent}${name}:\n${toYaml(item as { readonly [name: string]: YamlValue }, `${indent}  `)}`;
      return `${indent}${name}: ${scalar(item)}\n`;
    })
    .join('');
}
