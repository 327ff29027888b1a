/**
 * @file Configurations as YAML that readers of YAML 1.1 (PyYAML) take as they are meant: numbers always have a form which
 * is a number to them too (`1.0e-7`, since `1e-7` is a text), and texts are quoted.
 */
import { type ScalarTag, stringify } from 'yaml';

export type YamlValue =
  string | number | boolean | null | readonly YamlValue[] | { readonly [name: string]: YamlValue };

/** A number that JavaScript writes with an exponent: YAML 1.1 wants a point in its mantissa. */
const exponential: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  test: /^-?\d+\.\d+e[-+]\d+$/,
  identify: (value) => typeof value === 'number' && String(value).includes('e'),
  resolve: Number,
  stringify: ({ value }) => String(value).replace(/^(-?\d+)e/, '$1.0e'),
};

/** The value as lines of YAML, ending with a line break. */
export const toYaml = (value: { readonly [name: string]: YamlValue }): string =>
  stringify(value, {
    version: '1.1',
    customTags: (tags) => [exponential, ...tags],
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  });
