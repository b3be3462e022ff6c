const rgi = /^\p{RGI_Emoji}$/v;
/** Shown as a picture only with U+FE0F after them, unless a skin tone follows. */
const textByDefault = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

/**
 * One emoji in the form recommended for interchange (RGI), whichever way it was typed: with and without U+FE0F it is the
 * same. Null: it is not one emoji, but text, several, or a part of one.
 */
export function emojiOf(text: string): string | null {
  const bare = text.replaceAll('\ufe0f', '');
  if (rgi.test(bare)) return bare;
  const shown = bare.replace(textByDefault, '$&\ufe0f');
  return rgi.test(shown) ? shown : null;
}
