/** A formula's characters, an alignment mark counted as many, since each makes a column. */
const most = 4_000;
const perColumn = 15;
const expansions = 300;

/** A formula that defines its own commands can make much of little. */
const defines = /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|global|long)(?![A-Za-z])/;
const mostDefining = 500;
const expansionsDefining = 20;

/** How many commands of a formula may be written out; null when all of it is too much to be drawn at once. */
export function limitsOf(tex: string): number | null {
  if (defines.test(tex)) return tex.length > mostDefining ? null : expansionsDefining;
  if (tex.length > most) return null;
  return tex.length + perColumn * (tex.split('&').length - 1) > most ? null : expansions;
}
