/** What is being typed after an @. */
interface MentionQuery {
  /** The position of the @ in the text. */
  from: number;
  query: string;
}

/** Usernames are of ASCII letters, so that a letter of most scripts ends one; these would be part of the word. */
const joined = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}`;
/** What no mention follows: a word, with its accents, or the middle of a path, unless that is “@ada/@ben”. */
const before = String.raw`(?<![${joined}\u0300-\u036f._\-@＠])(?<!(?<![@＠][a-z][a-z0-9._]{0,31})[/\\])`;
const written = new RegExp(String.raw`${before}[@＠]([a-z][a-z0-9._]{0,31})(?![-/\\]?[${joined}])`, 'giu');
/** The longest name that is looked for while it is typed. */
const longestQuery = 40;
const typed = new RegExp(String.raw`${before}[@＠]([\p{L}\p{M}\p{N}._-]{0,${longestQuery}})$`, 'u');

/** The usernames that a text mentions, in lower case, once each. Code and addresses mention nobody. */
export function mentionedNames(text: string): string[] {
  return [...new Set([...proseOf(text).matchAll(written)].map(([, name = '']) => name.toLowerCase()))];
}

/** The mention at the caret; null if it is not in one. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  // Most key presses are decided by the end alone.
  const [, query] = typed.exec(text.slice(Math.max(0, caret - longestQuery - 8), caret)) ?? [];
  if (query === undefined) return null;
  const from = caret - query.length - 1;
  return isAt(proseOf(text)[from]) ? { from, query } : null;
}

/** Whether a text begins by mentioning the AI, as @ai or by its name in this space. */
export function mentionsAi(text: string, { ai_name }: { ai_name: string | null }): boolean {
  const start = text.slice(0, 1_000).trimStart().toLowerCase();
  return ['ai', ...(ai_name ? [ai_name.toLowerCase()] : [])].some(
    // “@aileen” and “@ai.lee” are people.
    (name) => isAt(start[0]) && start.startsWith(name, 1) && endsName(start.slice(name.length + 1)),
  );
}

/** Whether the AI would answer a post only because it answers every message there, and not because its author asked it. */
export const asksByMode = (text: string, space: { ai_mode: string; ai_name: string | null }): boolean =>
  space.ai_mode === 'always' && !mentionsAi(text, space);

/** Whether a name ends where this follows it. */
export const endsName = (rest: string): boolean => !nameGoesOn.test(rest);

const nameGoesOn = new RegExp(String.raw`^[._\-/\\]?[${joined}]`, 'u');
const isAt = (letter: string | undefined) => letter === '@' || letter === '＠';

/** The text with a space for each character of code and addresses. */
function proseOf(text: string): string {
  return isAnyCode(text) || isAnyAddress(text)
    ? withoutCode(text).replace(addresses, (address) => (isListOfNames(address) ? address : spaces(address)))
    : text;
}

const isAnyCode = (text: string) => text.includes('`') || text.includes('~~~');
const isAnyAddress = (text: string) => /[/\\.]/.test(text);
const spaces = (text: string) => text.replace(/[^\n]/g, ' ');

// URLs, then email addresses, then paths; each ends at the first character that is not ASCII, as it does in CJK text.
const addresses =
  /\b[a-z][a-z0-9+.-]{1,30}:\/\/[!-~]+|\bwww\.[!-~]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|(?<![\w.~@/\\-])[\w.~@-]*(?:[/\\][\w.~@-]+)+/gi;

/** “@ada/@ben” names two people. */
const isListOfNames = (path: string) => path.split('/').every((part) => part.startsWith('@'));

/** Fenced blocks and code within lines, each with a space for every character. */
function withoutCode(text: string): string {
  if (!isAnyCode(text)) return text;
  const parts: string[] = [];
  let prose: string[] = [];
  let fence: string | null = null;
  const endProse = () => {
    if (prose.length > 0) parts.push(withoutCodeSpans(prose.join('\n')));
    prose = [];
  };
  for (const line of text.split('\n')) {
    const [, marks = ''] = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})/.exec(line.slice(0, 200)) ?? [];
    if (fence === null) {
      if (
        marks === '' ||
        (marks.startsWith('`') && line.slice(line.indexOf(marks) + marks.length).includes('`'))
      ) {
        prose.push(line);
        continue;
      }
      endProse();
      fence = marks;
    } else if (marks.startsWith(fence) && line.trim().replace(/^[\s>]+/, '') === marks) {
      fence = null;
    }
    parts.push(spaces(line));
  }
  endProse();
  return parts.join('\n');
}

/** A run of backticks opens code if another of the same length follows. */
function withoutCodeSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)];
  /** Of each run, the next one of its length. */
  const closing = new Map<number, number>();
  const later = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const { length } = runs[index]?.[0] ?? '';
    const next = later.get(length);
    if (next !== undefined) closing.set(index, next);
    later.set(length, index);
  }
  let shown = '';
  let at = 0;
  for (let index = 0; index < runs.length; index++) {
    const open = runs[index];
    const end = closing.get(index);
    const close = end === undefined ? undefined : runs[end];
    if (!open || !close || end === undefined) continue;
    const after = close.index + close[0].length;
    shown += text.slice(at, open.index) + spaces(text.slice(open.index, after));
    at = after;
    index = end;
  }
  return shown + text.slice(at);
}
