export type Direction = 'ltr' | 'rtl' | undefined;

export const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** How far into a text its first letter is looked for. */
const examined = 1_000;

/** The direction of a text's first letter; undefined for a text that begins with none. */
export function firstDirection(text: string): Direction {
  const [letter] = /\p{L}/u.exec(text.slice(0, examined)) ?? [];
  if (letter === undefined) return undefined;
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}
