import type { Marks } from './recorder.ts';

/** A text's marks, and how many letters and digits it shows at least. */
export interface Shown extends Marks {
  letters: number;
}

/**
 * The letters by which a reply's beginning and end are known on a page, whatever the page makes of its markdown:
 * everything that markdown can hide (link addresses, list numbers, task boxes, languages of fences) is left out,
 * and the last letters occur nowhere else in the text.
 */
export function marks(markdown: string): Shown {
  const letters = lettersOf(markdown);
  const first = letters.slice(0, 6);
  for (let length = 12; length < 60; length += 1) {
    const last = letters.slice(-length);
    if (letters.indexOf(last) === letters.length - length) return { first, last, letters: letters.length };
  }
  throw new Error(
    'The text ends in letters that it holds elsewhere too, so its end cannot be known on a page.',
  );
}

function lettersOf(markdown: string): string {
  return markdown
    .replace(/^\s*(\d+\.|```\w*|[-*] \[[ x]\])/gm, '')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
