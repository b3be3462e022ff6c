import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, test, vi } from 'vitest';

let draw: (text: string) => string;

beforeAll(async () => {
  // The part of a browser that is checked when the module loads.
  vi.stubGlobal('IntersectionObserver', class {});
  vi.stubGlobal('innerWidth', 1440);
  vi.stubGlobal('innerHeight', 900);
  vi.stubGlobal('addEventListener', () => {});
  const { Markdown } = await import('./markdown.tsx');
  draw = (text) => renderToString(createElement(Markdown, { text }));
  for (let time = 0; time < 20; time++)
    draw('# A *first* look\n\n- so that [all](https://a.test) is `compiled`\n'.repeat(20));
});

/** A few characters repeated so often that a careless markdown parser would hang, or nest forever. */
const bombs: Readonly<Record<string, string>> = {
  quotes: `${'>'.repeat(20_000)} x`,
  'quotes with spaces': `${'> '.repeat(10_000)}x`,
  'lists in one line': `${'- '.repeat(20_000)}x`,
  'numbers in one line': `${'1. '.repeat(20_000)}x`,
  dashes: `${'-'.repeat(50_000)} x`,
  'dashes with spaces': `${'- '.repeat(25_000)}-`,
  stars: '*'.repeat(50_000),
  'stars around letters': '*a '.repeat(20_000),
  'closing stars': `${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`,
  'stars and underscores': '*a_'.repeat(20_000),
  underscores: `${'_a'.repeat(20_000)}_`,
  tildes: '~~a~'.repeat(15_000),
  brackets: '['.repeat(50_000),
  'closed brackets': `${'['.repeat(5_000)}x${']'.repeat(5_000)}`,
  'links in links': `${'[x]('.repeat(10_000)}${')'.repeat(10_000)}`,
  'images in images': `${'!['.repeat(10_000)}x${'](y)'.repeat(10_000)}`,
  references: Array.from({ length: 5_000 }, (_, at) => `[a${at}]: https://example.com/${at}\n`).join(''),
  'uses of one reference': `[a]: https://example.com\n\n${'[a] '.repeat(10_000)}`,
  backticks: Array.from({ length: 300 }, (_, at) => '`'.repeat(at + 1)).join(' '),
  entities: '&amp;'.repeat(20_000),
  'half entities': '&'.repeat(50_000),
  'angle brackets': '<'.repeat(50_000),
  'half a tag': `<a ${'b="c" '.repeat(10_000)}`,
  comments: '<!--'.repeat(10_000),
  backslashes: '\\'.repeat(50_000),
  'addresses in a row': 'https://example.com/a?b=c&d=e#f,'.repeat(3_000),
  'an address of one kind': `https://example.com/${'('.repeat(20_000)}`,
  'mail addresses': `${'a'.repeat(10_000)}@${'b.'.repeat(5_000)}`,
  'pipes without end': '|'.repeat(50_000),
  headings: '# '.repeat(20_000),
  'empty lines': '\n'.repeat(50_000),
  spaces: `a${' '.repeat(50_000)}b`,
  tabs: '\t'.repeat(20_000),
  dollars: '$'.repeat(20_000),
  'money everywhere': '$4 and $5, '.repeat(5_000),
  'a table of formulas': `|a|b|\n|-|-|\n${'|$x_1$|$\\frac{a}{b}$|\n'.repeat(1_000)}`,
  'a wide table of short rows': `${'|'.repeat(4_097)}\n${'-|'.repeat(4_095)}-\n${'a\n'.repeat(1_800)}`,
  'a long table of short rows': `${'|'.repeat(41)}\n${'-|'.repeat(39)}-\n${'a\n'.repeat(40_000)}`,
  'one word of 100,000 letters': 'a'.repeat(100_000),
};

/** Milliseconds of the processor. */
function timeOf(text: string): number {
  const began = process.cpuUsage();
  expect(draw(text)).toContain('data-blocks');
  return process.cpuUsage(began).user / 1_000;
}

test.each(Object.entries(bombs))('%s: nothing stands still for it [HOST-04]', (_, bomb) => {
  // A busy machine may be slow once, and a slow one always; quadratic growth is four times as slow for twice the text.
  const isQuick = [1, 2, 3].some(() => {
    const time = timeOf(bomb);
    return time < 200 || (time < 1_000 && time < 3 * timeOf(bomb.slice(0, bomb.length / 2)));
  });
  expect(isQuick).toBe(true);
});
