import { expect, test } from 'vitest';
import { closeOpenMarkers } from './close-open-markers.ts';

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
  ['3~5 days', '3~5 days'],
  ['3~5 and ~~7', '3~5 and ~~7~~'],
  ['see [the docs](https://exa', 'see the docs'],
  ['see [the docs](https://example.com)', 'see [the docs](https://example.com)'],
  ['**see [the docs](htt', '**see the docs**'],
  ['see [the docs](https://example.com "Exa', 'see the docs'],
  ['see [the docs](https://example.com "Example', 'see the docs'],
  ['[one](a) and [two](b [three](c', '[one](a) and [two](b three'],
  ['`**not bold', '`**not bold`'],
  ['\\*not', '\\*not'],
  ['Dear \\[Your Na', 'Dear \\[Your Na'],
  ['Dear \\[Your **Na', 'Dear \\[Your **Na**'],
  ['so \\(x + ', 'so '],
  ['**a ', '**a**'],
])('%j is shown as %j until more comes', (written, shown) => {
  expect(closeOpenMarkers(written)).toBe(shown);
});

test('thousands of brackets that share one end are scanned once', () => {
  const brackets = '[a]('.repeat(50_000);
  const began = process.cpuUsage();
  for (const end of ['', ')', ' x', ') x']) closeOpenMarkers(brackets + end);
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000);
});
