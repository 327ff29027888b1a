import { describe, expect, it } from 'vitest';
import { licenceOf } from './model-record.ts';

describe('the licence of a model card', () => {
  it.each([
    ['---\nlicense: apache-2.0\nlanguage: en\n---\n# Model', 'apache-2.0'],
    ['---\r\nlicense:\r\n  - mit\r\n  - other\r\n---\r\n', 'mit, other'],
    ['---\nlicense: other\nlicense_name: gemma\n---\n', 'gemma'],
    ['---\nlanguage: en\n---\nlicense: mit', null],
    ['# No front matter\nlicense: mit', null],
    ['---\nlicense: [\n---\n', null],
    ['---\n- a list\n---\n', null],
    ['---\nlicense: 3\n---\n', null],
  ])('%j names %j', (readme, licence) => {
    expect(licenceOf(readme)).toBe(licence);
  });
});
