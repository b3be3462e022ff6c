/** What a formula may cost to be read: a character one, and more for what makes many elements of few characters. */
const most = 2_500;
const dear: [RegExp, number][] = [
  [/\\[dtc]?frac|\\(?:d|t)?binom|\\sqrt|\\over|\\under|\\wide|\\left/g, 20],
  [/&|\\\\/g, 15],
  [/[\^_]/g, 4],
];
const expansions = 300;

/** A formula that defines its own commands can make much of little. */
const defines = /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|global|long)(?![A-Za-z])/;
const mostDefining = 500;
const expansionsDefining = 20;
/** All that is written out together may cost twice as much as what is written. */
const mostWrittenOut = 2 * most;
/** Each use of a parameter may double what it is given, and definitions use each other. */
const parameter = /#/g;
const mostParameters = 8;

/** How many commands of a formula may be written out; null when all of it is too much to be drawn at once. */
export function limitsOf(tex: string): number | null {
  if (tex.length > most) return null;
  const cost = dear.reduce((sum, [what, each]) => sum + each * countOf(what, tex), tex.length);
  if (cost > most) return null;
  if (!defines.test(tex)) return expansions;
  const parameters = countOf(parameter, tex);
  if (tex.length > mostDefining || parameters > mostParameters) return null;
  return Math.min(expansionsDefining, Math.floor(mostWrittenOut / (cost * Math.max(1, parameters))));
}

const countOf = (what: RegExp, tex: string) => tex.match(what)?.length ?? 0;

/** Elements of one formula: more take longer to be laid out than a page may stand still. */
const mostElements = 2_200;
/** Elements inside one another. A browser lays them out one in the other, and ends when that goes too deep. */
const deepest = 250;

/** How many elements a drawn formula has; throws a sentence when they are too many, or too deep, to be shown. */
export function weighed(formula: Element): number {
  const { length } = formula.getElementsByTagName('*');
  if (length > mostElements) throw new Error('It is too long to be drawn.');
  if (depthOf(formula) > deepest) throw new Error('It is nested too deeply.');
  return length;
}

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
