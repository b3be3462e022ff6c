import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// One scale of sizes, one of distances, one of corners, one of measures: ui/tokens.css.

const web = join(import.meta.dirname, '../apps/web/src');

interface Declaration {
  file: string;
  property: string;
  value: string;
}

const declarations = globSync('**/*.css', { cwd: web })
  .filter((file) => !['ui/tokens.css', 'ui/fonts/fallbacks.css'].includes(file))
  .flatMap((file) => declarationsOf(file, readFileSync(join(web, file), 'utf8')));

function declarationsOf(file: string, text: string): Declaration[] {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@(?:media|container|import|layer)[^{;]*/g, '');
  return [...bare.matchAll(/(?<![\w-])([a-z-]+):\s*([^;{}]+);/g)].map(([, property = '', value = '']) => ({
    file,
    property,
    value: value.replace(/\s+/g, ' ').trim(),
  }));
}

const distance =
  /^(?:(?:row-|column-)?gap|padding|margin|inset|top|left|right|bottom|scroll-(?:margin|padding))/;
const measure = /^(?:max-)?inline-size$/;
const literal = /(?<![\w-])-?\d*\.?\d+(?:rem|px|em|vh|vw|dvb|dvh|ch)\b/g;

/** The lengths of a declaration that should be tokens. */
function outside({ property, value }: Declaration): string[] {
  const lengths = (value.match(literal) ?? []).filter((length) => Number.parseFloat(length) !== 0);
  if (distance.test(property) || /^(?:font-size|border-radius|letter-spacing)$/.test(property))
    return lengths;
  if (property === 'font') return lengths.slice(0, 1);
  // From 23 rem on, a width is that of a column of text or of a page; below, of one thing.
  if (measure.test(property))
    return lengths.filter((length) => Number.parseFloat(length) >= 23 && /rem$/.test(length));
  return [];
}

/** Where a length of its own is right: `file property value`, and why. */
const exceptions: [where: RegExp, reason: string][] = [
  [/^features\/messages\/blocks\/\S+ \S+ .*em\b/, 'in a reply it follows the size of the text around it'],
  [/^ui\/base\.css font-size 0\.9em$/, 'code is as large as the text around it'],
  [
    /^ui\/rename-box\/\S+ padding-inline calc\(var\(--space-2\) - 1px\)$/,
    'its border is part of the distance',
  ],
  [/^ui\/switch\/\S+ inset/, 'the knob in its track, and the room for a finger around it'],
  [/^ui\/header\/\S+ gap min\(var\(--space-2\), 8px\)$/, 'with large letters the buttons must still fit'],
  [/^app\/framed\.module\.css padding-inline-start /, 'as wide as the button before it'],
  [/^features\/shell\/notifications\.module\.css /, 'the badge on its bell; the text beside an avatar'],
  [/^features\/shell\/view-links\.module\.css margin-block-end -1px$/, 'covers the line under it'],
  [
    /^features\/shell\/bottom-bar\.module\.css font-size min\(/,
    'five labels must fit beside each other with large letters',
  ],
  [
    /^features\/shell\/list-page\.module\.css font-size min\(/,
    '“Conversations” must fit in one line with large letters',
  ],
  [/^features\/people\/profile-head\.module\.css margin-block-start -3\.25rem$/, 'half of the picture'],
  [/^ui\/base\.css font-size max\(1em, 16px\) !important$/, 'below 16 px a phone zooms in on a field'],
];

const named = ({ file, property, value }: Declaration) => `${file} ${property} ${value}`;
const found = declarations.filter((one) => outside(one).length > 0).map(named);

test('sizes of text, distances, corners and measures are tokens, save for what has a reason [LOOK-24]', () => {
  expect(found.filter((one) => !exceptions.some(([where]) => where.test(one)))).toEqual([]);
});

/** The different tokens in the values of these properties. */
const tokensIn = (properties: RegExp, token: RegExp) =>
  new Set(
    declarations.flatMap(({ property, value }) =>
      properties.test(property) ? (value.match(token) ?? []) : [],
    ),
  ).size;

test('there are seven sizes of text and ten distances [LOOK-24]', () => {
  expect(tokensIn(/^font(?:-size)?$/, /--text-\w+/g)).toBe(7);
  expect(tokensIn(distance, /--space-\w+/g)).toBe(10);
});

test('every exception is still needed', () => {
  expect(exceptions.filter(([where]) => !found.some((one) => where.test(one))).map(String)).toEqual([]);
});

test.each([
  'padding: 3px var(--space-2)',
  'font-size: 1.1rem',
  'font: 0.9rem/1 serif',
  'gap: calc(1px + var(--space-1))',
  'max-inline-size: 31rem',
  'border-radius: 8px',
])('%s is found', (css) => expect(declarationsOf('', `a{${css};}`).flatMap(outside)).not.toEqual([]));
test.each([
  'padding: 0 var(--space-2)',
  'font: var(--text-1) / 1.5 serif',
  'inline-size: 12rem',
  'border: 1px solid',
  'inset: 0px',
])('%s is not', (css) => expect(declarationsOf('', `a{${css};}`).flatMap(outside)).toEqual([]));
