import { expect, test } from 'vitest';
import { finished } from './unfinished.ts';

test.each([
  ['plain words', 'plain words'],
  ['a **b', 'a **b**'],
  ['a **b *c', 'a **b *c***'],
  ['a **b** c', 'a **b** c'],
  ['a **', 'a '],
  ['a *', 'a '],
  ['2 * 3', '2 * 3'],
  ['a `b', 'a `b`'],
  ['a `b` c', 'a `b` c'],
  ['a ``b`', 'a ``b```'],
  ['a `', 'a '],
  ['~~gone', '~~gone~~'],
  ['see [the docs](https://exa', 'see the docs'],
  ['see [the docs](https://example.com)', 'see [the docs](https://example.com)'],
  ['**see [the docs](htt', '**see the docs**'],
  ['`**not bold', '`**not bold`'],
  ['\\*not', '\\*not'],
  ['**a ', '**a**'],
])('%j is shown as %j until more comes', (written, shown) => {
  expect(finished(written)).toBe(shown);
});
