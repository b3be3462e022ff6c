/** Characters of a reply that are read out by themselves; the rest is read in the list. */
const spokenLimit = 1_500;

/** A markdown text as it is said aloud: without its marks, and not without end. */
export function spoken(markdown: string): string {
  const begun = markdown.slice(0, 2 * spokenLimit);
  const plain = begun
    .replace(/^ *(```|~~~).*$/gm, '')
    .replace(/^ {0,3}(#{1,6} |> |[-*+] (?:\[[ x]\] )?)/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= spokenLimit && begun.length === markdown.length) return plain;
  const end = plain.lastIndexOf(' ', spokenLimit);
  return `${plain.slice(0, end > 0 ? end : spokenLimit)}…`;
}
