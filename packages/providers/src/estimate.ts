import { modelInfo } from './known-models.ts';
import type { ProviderName } from './question.ts';

// Tokens per character, as today's tokenizers split ordinary text.
const perLetter = 0.23;
const perMark = 0.5; // digits, punctuation, symbols of code
const perAlphabet = 0.4; // Cyrillic, Greek, Arabic, Hebrew and the like
const perSyllable = 0.7; // Thai, Devanagari and their neighbours
const perIdeograph = 1;
const perHalf = 1; // half of a surrogate pair: an emoji is about two tokens

/** About how many tokens a text is, by its scripts. Linear, for texts of any length. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) tokens += weightOf(text.charCodeAt(at));
  return Math.ceil(tokens);
}

function weightOf(unit: number): number {
  if (unit < 0x80) return isLetterOrSpace(unit) ? perLetter : perMark;
  if (unit < 0x250) return perAlphabet; // accents: often a token of their own
  if (unit < 0x900) return perAlphabet;
  if (unit < 0x1200) return perSyllable;
  if (unit < 0x2e80) return perMark;
  return unit >= 0xd800 && unit < 0xe000 ? perHalf : perIdeograph;
}

const isLetterOrSpace = (unit: number) =>
  unit === 32 || (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);

/** About how many tokens a file is, by its type and size; its content is not read. @param size bytes */
export function estimateFileTokens(mediaType: string, size: number): number {
  if (mediaType.startsWith('image/')) return 1_200;
  if (mediaType === 'application/pdf') return 1_800 * Math.max(1, Math.round(size / 60_000));
  if (/^(video|audio)\//.test(mediaType)) return 300 * Math.max(1, Math.round(size / 100_000));
  return Math.ceil(size * perLetter);
}

/** How many tokens this model needs for what is one token to most others. */
export const tokenRatioOf = (provider: ProviderName, model: string): number =>
  modelInfo(provider, model)?.tokenRatio ?? 1;
