import type { Message } from './body.ts';
import { parsed } from './json.ts';

/** What event after event of a stream says around the one text that changes, as it was written. */
export interface Refrain {
  type: 'text' | 'reasoning';
  /** The name of such events, when they have one. */
  name: string | undefined;
  before: string;
  after: string;
}

/** The text of an event that is this refrain around a text: JSON that differs in one string reads alike but for it. */
export function textIn(refrain: Refrain, { form, data, name, isTorn }: Message): string | null {
  const { before, after } = refrain;
  if (form !== 'event' || isTorn || name !== refrain.name) return null;
  if (data.length <= before.length + after.length) return null;
  if (!data.startsWith(before) || !data.endsWith(after)) return null;
  const text = data.slice(before.length, data.length - after.length);
  if (!special.test(text)) return text;
  const unescaped = parsed(`"${text}"`);
  return typeof unescaped === 'string' ? unescaped : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none of them inside a string
const special = /["\\\u0000-\u001f]/;

interface Said {
  type: string;
  text?: string;
}
const probe = 'another text';

/**
 * The refrain of an event that said these pieces; null for one that says more than a text. `read` reads an event: once
 * with another text, since what looks like the text in it might be a word elsewhere.
 */
export function refrainOf(
  message: Message,
  pieces: readonly Said[],
  read: (message: Message) => readonly Said[],
): Refrain | null {
  const { form, data, name, isTorn } = message;
  const [spoken, ...others] = pieces.filter(({ type }) => type !== 'model');
  if (form !== 'event' || isTorn || !spoken?.text || others.length > 0) return null;
  const { type, text } = spoken;
  if (type !== 'text' && type !== 'reasoning') return null;
  const written = JSON.stringify(text);
  const at = data.indexOf(written);
  if (at === -1) return null;
  const before = data.slice(0, at + 1);
  const after = data.slice(at + written.length - 1);
  const withProbe = pieces.map((piece) => (piece === spoken ? { ...piece, text: probe } : piece));
  const told = read({ ...message, data: before + probe + after });
  return JSON.stringify(told) === JSON.stringify(withProbe) ? { type, name, before, after } : null;
}
