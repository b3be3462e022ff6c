/** The reading cost a formula may have: one per character, and more for commands that make many elements. */
const most = 2_500;
const costs: [RegExp, number][] = [
  [/\\[dtc]?frac|\\(?:d|t)?binom|\\sqrt|\\over|\\under|\\wide|\\left/g, 20],
  [/&|\\\\/g, 15],
  [/[\^_]/g, 4],
];
const expansions = 300;

/** A formula that defines its own commands can expand a few characters into many. */
const defines = /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|global|long)(?![A-Za-z])/;
const mostDefining = 500;
const expansionsDefining = 20;
/** The total after expansion may cost twice as much as the source. */
const mostWrittenOut = 2 * most;
/** Each use of a parameter may double its argument, and definitions use each other. */
const parameter = /#/g;
const mostParameters = 8;

/** How many commands of a formula may be expanded; null if it is too large to draw. */
export function limitsOf(tex: string): number | null {
  if (tex.length > most) return null;
  const cost = costs.reduce((sum, [what, each]) => sum + each * countOf(what, tex), tex.length);
  if (cost > most) return null;
  if (!defines.test(tex)) return expansions;
  const parameters = countOf(parameter, tex);
  if (tex.length > mostDefining || parameters > mostParameters) return null;
  return Math.min(expansionsDefining, Math.floor(mostWrittenOut / (cost * Math.max(1, parameters))));
}

const countOf = (what: RegExp, tex: string) => tex.match(what)?.length ?? 0;

/** Elements of one formula: more take longer to lay out than a page may freeze. */
const mostElements = 2_200;
/** Nested elements. Browsers lay them out recursively, and crash when that goes too deep. */
const deepest = 250;
/** In em: more than the rows of any formula within the limits need, but no page full of nothing. */
const farthest = 200;

/** How many elements a drawn formula has; throws a sentence if they are too many, too large, or nested too deep. */
export function checkedSize(formula: Element): number {
  const { length } = formula.getElementsByTagName('*');
  if (length > mostElements) throw new Error('It is too long to be drawn.');
  for (const { style } of formula.querySelectorAll<HTMLElement>('[style]'))
    if (reachesFar(style.cssText)) throw new Error('It is too large to be drawn.');
  if (depthOf(formula) > deepest) throw new Error('It is nested too deeply.');
  return length;
}

/** Whether a style moves or sizes what it is for too far. KaTeX limits only what it is asked for in positive numbers. */
export const reachesFar = (css: string): boolean =>
  css.split(/[\s:;-]/).some((word) => word.endsWith('em') && Number.parseFloat(word) > farthest);

function depthOf(root: Element): number {
  let depth = 0;
  let deepestSoFar = 0;
  for (let at = root; ; ) {
    let next = at.firstElementChild;
    if (next) deepestSoFar = Math.max(deepestSoFar, ++depth);
    for (; !next && at !== root; depth--) {
      next = at.nextElementSibling;
      if (next) break;
      at = at.parentElement as Element;
    }
    if (!next) return deepestSoFar;
    at = next;
  }
}
