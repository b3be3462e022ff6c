import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const schemes = ['light', 'dark'] as const;

function colour(name: string, scheme: (typeof schemes)[number]): string {
  const pair = css.match(new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`));
  const found = pair?.[scheme === 'light' ? 1 : 2];
  if (!found) throw new Error(`--${name} has no pair of colours.`);
  return found;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const minus = (one: number[], other: number[]) => one.map((part, at) => part - (other[at] ?? 0));

function oklab(hex: string): number[] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [long, middle, short] = [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ] as const;
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

const papers = ['paper', 'paper-2', 'paper-raised'];
const text = [
  ...['ink', 'ink-2', 'accent-ink', 'danger-ink'].flatMap((ink) => papers.map((paper) => [ink, paper])),
  ...['comment', 'string', 'constant', 'keyword', 'function', 'type', 'tag', 'attribute'].map((kind) => [
    `code-${kind}`,
    'paper-2',
  ]),
  ...papers.map((paper) => ['ai-ink', paper]),
  ['ai-ink', 'ai-paper'],
  ['ink', 'ai-paper'],
  ['ink', 'paper-3'],
  ['ink', 'accent-paper'],
  ['ink', 'danger-paper'],
  ['accent-ink', 'accent-paper'],
  ['danger-ink', 'danger-paper'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-2'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-2'],
];
const people = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `person-${number}`);
const edges = papers.flatMap((paper) =>
  ['line-2', 'accent', 'danger', ...people].map((line) => [line, paper]),
);

/** What is pointed at or chosen by key has a tint of its paper. */
const tints = [
  ['paper-2', 'paper'],
  ['paper-2', 'paper-raised'],
  ['paper-3', 'paper-2'],
];

for (const scheme of schemes) {
  test.each(text)(`in the ${scheme} scheme %s is readable on %s`, (ink = '', paper = '') => {
    expect(contrast(colour(ink, scheme), colour(paper, scheme))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(people)(
    `in the ${scheme} scheme the letter of an avatar is readable on %s [LOOK-20]`,
    (person) => {
      expect(contrast(colour('on-person', scheme), colour(person, scheme))).toBeGreaterThanOrEqual(4.5);
    },
  );
  test(`in the ${scheme} scheme no two people have nearly the same colour, and none is as green as the AI [LOOK-20]`, () => {
    const all = [...people, 'accent'].map((name) => oklab(colour(name, scheme)));
    const apart = all.flatMap((one, at) =>
      all.slice(at + 1).map((other) => Math.hypot(...minus(one, other))),
    );
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(0.05);
  });
  test(`in the ${scheme} scheme no person has the colour of errors [LOOK-20]`, () => {
    for (const danger of ['danger', 'danger-ink'])
      for (const person of people)
        expect(
          Math.hypot(...minus(oklab(colour(person, scheme)), oklab(colour(danger, scheme)))),
          `${person} and ${danger}`,
        ).toBeGreaterThanOrEqual(0.09);
  });
  test(`in the ${scheme} scheme what is chosen can be told from any paper that it is on [LOOK-32]`, () => {
    for (const [tint = '', paper = ''] of tints)
      expect(
        Math.hypot(...minus(oklab(colour(tint, scheme)), oklab(colour(paper, scheme)))),
        `${tint} on ${paper}`,
      ).toBeGreaterThanOrEqual(0.025);
  });
  test.each(edges)(`in the ${scheme} scheme the border %s is visible on %s`, (line = '', paper = '') => {
    expect(contrast(colour(line, scheme), colour(paper, scheme))).toBeGreaterThanOrEqual(3);
  });
}
