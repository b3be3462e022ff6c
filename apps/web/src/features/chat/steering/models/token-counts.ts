import type { ModelCatalogue } from '../../../keys/index.ts';
import { contentOf } from '../../../messages/index.ts';
import type { Message } from '../../../thread/index.ts';

/** In characters; a longer text is sampled, and the rest taken to be like the sample. */
const sampleSize = 40_000;
/** Tokens of a message besides its text: its role, its beginning and its end. */
const perMessage = 4;

// A settled message always stays the same object, and is counted once.
const known = new WeakMap<Message, number>();

/** About how many tokens a message takes when it is sent, by most tokenizers. */
export function tokensOf(message: Message, catalogue: ModelCatalogue): number {
  const before = known.get(message);
  if (before !== undefined) return before;
  // The pieces of its text are not joined while it grows.
  if (message.role === 'assistant' && message.isGrowing)
    return perMessage + Math.ceil(message.text.length / 4);
  const tokens = perMessage + textTokens(contentOf(message), catalogue) + filesOf(message, catalogue);
  known.set(message, tokens);
  return tokens;
}

export function textTokens(text: string, catalogue: ModelCatalogue): number {
  if (text.length <= sampleSize) return catalogue.estimateTokens(text);
  const step = text.length / 20;
  const size = Math.floor(sampleSize / 20);
  let read = '';
  for (let at = 0; at < 20; at++) read += text.slice(Math.floor(at * step), Math.floor(at * step) + size);
  return Math.ceil((catalogue.estimateTokens(read) * text.length) / read.length);
}

function filesOf(message: Message, catalogue: ModelCatalogue): number {
  if (message.role !== 'user') return 0;
  return message.attachments.reduce((sum, file) => sum + fileTokens(file, catalogue), 0);
}

/** A file that is no longer here is not sent: its part is a short text that names it. */
export function fileTokens(
  { part, mediaType, size }: { part: { type: string }; mediaType: string; size: number },
  catalogue: ModelCatalogue,
): number {
  if (part.type === 'text') return textTokens((part as { text?: string }).text ?? '', catalogue);
  return catalogue.estimateFileTokens(mediaType, size);
}
