import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('..', import.meta.url);
const files = globSync('**/*.{css,ts,tsx}', { cwd: source }).filter((file) => !file.includes('.test.'));
const queries = files.flatMap((file) =>
  [...readFileSync(new URL(file, source), 'utf8').matchAll(/\(([^()]*\bwidth\b[^()]*\d(?:px|rem))\)/g)].map(
    ([, query = '']) => ({ file, query }),
  ),
);

test('the view is mobile under 768 px and desktop from there on, in every file [CONST-03]', () => {
  // Between a large phone and a small tablet there is no other border.
  const near = queries.filter(({ query }) => {
    const [, size = '', unit] = query.match(/([\d.]+)(px|rem)/) ?? [];
    const pixels = Number(size) * (unit === 'rem' ? 16 : 1);
    return pixels > 600 && pixels < 900;
  });
  expect(near.length).toBeGreaterThan(20);
  expect(new Set(near.map(({ query }) => query))).toEqual(new Set(['width < 768px', 'width >= 768px']));
  expect(near).toContainEqual({ file: 'ui/dialog/dialog.module.css', query: 'width < 768px' });
});
