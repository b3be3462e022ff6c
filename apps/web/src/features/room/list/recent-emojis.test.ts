import { beforeEach, expect, test } from 'vitest';
import { storage } from '../../../lib/state/storage.ts';
import { keepEmoji, rowOfEmojis } from './recent-emojis.ts';

beforeEach(() => storage.remove('polylogue.recent_emojis'));

test('the emojis chosen last come first, and the row stays one row [ROOM-08]', () => {
  expect(rowOfEmojis()).toEqual(['👍', '❤️', '😂', '🎉', '😮', '😢']);
  keepEmoji('🐍');
  keepEmoji('🎉');
  expect(rowOfEmojis()).toEqual(['🎉', '🐍', '👍', '❤️', '😂', '😮']);
});

test('what is stored may be anything', () => {
  for (const kept of ['{', '{"a":1}', '["<b>", 1, "👍1000"]']) {
    storage.write('polylogue.recent_emojis', kept);
    expect(rowOfEmojis()[0]).toBe('👍');
  }
});
