const maxLength = 200;

/** The maximum length of a name: more than any file system or browser path allows (characters). */
export const maxGivenLength = 1_000;

// Control characters, line separators, and characters that change the reading direction: report[U+202E]txt.exe.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

// No script has this many accents on one letter, and normalising them takes long.
const stacked = /(\p{Mark}{30})\p{Mark}+/gu;

/** The person's own file name, made safe to show and to send in a header: one line, one direction, no path. */
export function safeName(raw: string): string {
  const seen = raw.toWellFormed().replace(unseen, '').replace(stacked, '$1');
  const base = seen.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const visible = base.replace(/\s+/g, ' ').replace(/^[ .]+|(?<![ .])[ .]+$/g, '');
  return shortened(visible) || 'file';
}

function shortened(name: string): string {
  if (name.length <= maxLength) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let start = '';
  for (const letter of name) {
    if (start.length + letter.length + extension.length > maxLength) break;
    start += letter;
  }
  return start + extension;
}
