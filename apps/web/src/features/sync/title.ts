/** Characters of a title that nobody wrote by hand. */
const most = 60;

/** What a conversation is called until somebody names it: the first line of its first question, up to the end of a word. */
export function titleOf(text: string): string {
  const line =
    text
      .split('\n')
      .find((one) => one.trim() !== '')
      ?.trim()
      .replace(/\s+/g, ' ') ?? '';
  if (line.length <= most) return line;
  const cut = line.slice(0, most + 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > most / 2 ? cut.slice(0, end) : line.slice(0, most)).toWellFormed().trimEnd()}…`;
}
