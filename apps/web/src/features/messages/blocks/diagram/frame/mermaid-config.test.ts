import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('a diagram has no colour but those of the page', () => {
  const config = read('./mermaid-config.ts');
  const pairs = [...config.matchAll(/\['(#\w{6})', '(#\w{6})'\]/g)];
  expect(config.match(/#[\da-f]{3,8}\b/gi)).toHaveLength(2 * pairs.length);
  const tokens = read('../../../../../ui/tokens.css');
  expect(pairs.filter(([, light, dark]) => !tokens.includes(`light-dark(${light}, ${dark})`))).toEqual([]);
});
