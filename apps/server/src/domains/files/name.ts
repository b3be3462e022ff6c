const longest = 200;

/** The person's own file name, fit to be shown and sent in a header: one line, one direction, no path. */
export function safeName(raw: string): string {
  const base = raw.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const visible = base
    // Control characters, line separators, and marks that reverse or hide letters (report‮txt.exe).
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  return shortened(visible) || 'file';
}

function shortened(name: string): string {
  const letters = [...name];
  if (name.length <= longest) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let kept = '';
  for (const letter of letters) {
    if (kept.length + letter.length + extension.length > longest) break;
    kept += letter;
  }
  return kept + extension;
}
