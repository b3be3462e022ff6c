/** A text that both databases can store: U+FFFD for NUL and for halves of surrogate pairs. Every offset stays. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

// Some are letters or marks to Unicode: fillers, the empty pattern of braille.
const visible = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether nothing of a text can be seen. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** The text up to `length` UTF-16 code units, one fewer where that would be between the halves of a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, splitsPair(text, length) ? length - 1 : length);
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return at > 0 && before >= 0xd800 && before <= 0xdbff;
}

/** A text in chunks of at most `length` (2 or more) UTF-16 code units; none ends between the halves of a pair. */
export function chunksOf(text: string, length: number): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    const chunk = cutText(text.slice(at, at + length + 1), length);
    chunks.push(chunk);
    at += chunk.length;
  }
  return chunks;
}
