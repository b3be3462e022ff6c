const longest = 200;

/** More characters than this no file system gives a name, nor a browser a path. */
export const longestGiven = 1_000;

// Control characters, line separators, and the marks that turn reading around: report[U+202E]txt.exe.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

// No writing has so many accents on one letter, and bringing them into order takes long.
const stacked = /(\p{Mark}{30})\p{Mark}+/gu;

/** The person's own file name, fit to be shown and sent in a header: one line, one direction, no path. */
export function safeName(raw: string): string {
  const seen = raw.toWellFormed().replace(unseen, '').replace(stacked, '$1');
  const base = seen.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const visible = base.replace(/\s+/g, ' ').replace(/^[ .]+|(?<![ .])[ .]+$/g, '');
  return shortened(visible) || 'file';
}

function shortened(name: string): string {
  if (name.length <= longest) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let start = '';
  for (const letter of name) {
    if (start.length + letter.length + extension.length > longest) break;
    start += letter;
  }
  return start + extension;
}
