import { emojiOf } from '@polylogue/sync/spaces';
import { jsonIn } from '../../../lib/state/json-in.ts';
import { storage } from '../../../lib/state/storage.ts';

const entry = 'polylogue.recent_emojis';

/** What the row begins with, before any was chosen. */
const usual = ['👍', '❤️', '😂', '🎉', '😮', '😢'];

/** The row of reactions: those chosen last in this browser, then the usual ones. */
export function rowOfEmojis(): string[] {
  const kept = jsonIn(storage.read(entry));
  const recent = (Array.isArray(kept) ? kept : []).filter(
    (emoji) => typeof emoji === 'string' && emojiOf(emoji) !== null,
  );
  return [...new Set([...recent, ...usual])].slice(0, usual.length);
}

export const keepEmoji = (emoji: string): void =>
  void storage.write(entry, JSON.stringify([...new Set([emoji, ...rowOfEmojis()])].slice(0, usual.length)));
