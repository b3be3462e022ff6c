/** A reference to a footnote: `[^label]`. */
export interface Reference {
  start: number;
  end: number;
  label: string;
}

const reference = /^\[\^([^\s[\]\\`]{1,64})\](?!\()/;
const definition = /^\[\^([^\s[\]\\`]{1,64})\]:/;
const begun = /^\[\^[^\s[\]\\`]{0,64}\]?$/;
const longest = 70;

export function referenceAt(text: string, start: number): Reference | null {
  if (text.charAt(start + 1) !== '^') return null;
  const [whole, name] = reference.exec(text.slice(start, start + longest)) ?? [];
  return whole === undefined || name === undefined
    ? null
    : { start, end: start + whole.length, label: normalLabel(name) };
}

/** The beginning of a footnote definition: its label, and the length of the marker before its text. */
export function noteAt(line: string): { label: string; width: number } | null {
  const [whole, name] = definition.exec(line) ?? [];
  return whole === undefined || name === undefined ? null : { label: normalLabel(name), width: whole.length };
}

/** Whether a text may be the beginning of a footnote's marker. */
export const isPartialNote = (text: string): boolean => begun.test(text);

const normalLabel = (text: string) => text.toLowerCase();
