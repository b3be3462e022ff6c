import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../apps/web/src');
const stylesheets = globSync('**/*.css', { cwd: web }).map((file): [string, string] => [
  file,
  readFileSync(join(web, file), 'utf8'),
]);

/** Arguments of :has() by which Chromium cannot tell that a new element does not matter. */
const vague = /:has\((?:[^()]|\([^()]*\))*?(?:\*|\[|:not)/;

// Otherwise the document's own style, with all its tokens, is computed again whenever a reply adds an element.
test('a :has() asks for classes and elements, never for attributes, anything or the absence of something', () => {
  expect(stylesheets.filter(([, text]) => vague.test(text)).map(([file]) => file)).toEqual([]);
});

test.each(['.a:has([data-b])', '.a:has(> *)', '.a:has(.b:not(.c)) d', '.a:has(+ :is(.b, .c) > [d])'])(
  '%s is found',
  (selector) => expect(selector).toMatch(vague),
);
test.each(['.a:not(:has(.b))', '.a:has(.b) [c]', '.a:has(+ :is(.b, input)) > *', '.a:has(:checked)'])(
  '%s is not',
  (selector) => expect(selector).not.toMatch(vague),
);

const code = globSync('**/*.{ts,tsx}', { cwd: web }).map((file): [string, string] => [
  file,
  readFileSync(join(web, file), 'utf8'),
]);
const ofModule = /import (\w+) from '(\.[^']+\.module\.css)';/g;

test('every class that code asks of a stylesheet is in it', () => {
  const missing = code.flatMap(([file, text]) =>
    [...text.matchAll(ofModule)].flatMap(([, name, path = '']) => {
      const stylesheet = readFileSync(join(web, dirname(file), path), 'utf8');
      const asked = text.replaceAll(/ from '[^']+';/g, '').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'));
      const lost = [...asked].filter(([, one]) => !new RegExp(`\\.${one}\\b`).test(stylesheet));
      return lost.map(([words]) => `${file}: ${words}`);
    }),
  );
  expect(missing).toEqual([]);
});
