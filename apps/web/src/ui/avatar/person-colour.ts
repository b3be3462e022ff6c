const colours = 8;

/** The colour of a person, the same everywhere: a token of tokens.css, derived from their id. */
export function personColour(id: string): string {
  // FNV-1a: ids that differ in one letter get very different values.
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return `var(--person-${(((hash ^ (hash >>> 15)) >>> 0) % colours) + 1})`;
}
