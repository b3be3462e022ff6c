/** What a formula may cost: a character one, and more for what makes many elements of few characters. */
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

/** How many commands of a formula may be written out; null when all of it is too much to be drawn at once. */
export function limitsOf(tex: string): number | null {
  if (defines.test(tex)) return tex.length > mostDefining ? null : expansionsDefining;
  if (tex.length > most) return null;
  const cost = dear.reduce((sum, [what, each]) => sum + each * (tex.match(what)?.length ?? 0), tex.length);
  return cost > most ? null : expansions;
}
