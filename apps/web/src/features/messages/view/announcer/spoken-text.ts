/** Characters of a reply that are announced; the rest is read in the list. */
export const spokenLimit = 1_500;

/** The beginning of a markdown text as it is announced: without its marks and its code. */
export function spokenText(markdown: string): string {
  return (
    markdown
      // Marks make it longer, but not endlessly: nothing is spent on what is announced later.
      .slice(0, 2 * spokenLimit)
      .replace(/^ *(```|~~~).*\n(?:[\s\S]*?^ *\1.*$|[\s\S]*$)/gm, 'Code.\n')
      // A heading, a paragraph and a list item each end like a sentence.
      .replace(/^(#{1,6} .*[^\s.!?…:;,])[^\S\n]*$/gm, '$1.')
      .replace(/([^\s.!?…:;,])[^\S\n]*(?=\n\s*(?:\n|[-*+] |\d+[.)] ))/g, '$1.')
      .replace(/^ {0,3}(#{1,6} |> |[-*+] (?:\[[ x]\] )?)/gm, '')
      .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
      .replace(/[*_`|]+|~~/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ (?=[.,!?…])/g, '')
      .trim()
  );
}

/** The same, cut to what is announced. */
export function truncated(plain: string, isAll: boolean): string {
  if (plain.length <= spokenLimit && isAll) return plain;
  const end = plain.lastIndexOf(' ', spokenLimit);
  return `${plain.slice(0, end > 0 ? end : spokenLimit)}…`;
}
