import { afterEach, expect, test, vi } from 'vitest';
import type { ListedConversation } from '../conversation/index.ts';
import { conversationEntry } from './conversation-entry.ts';

afterEach(() => vi.useRealTimers());

test('how long ago a conversation was is said as of now, however often it was listed before', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 18, 9) });
  const base = { isPinned: false, isArchived: false, folder: null, deletedAt: null, isErased: false };
  const lastMessageAt = Date.now() - 120_000;
  const one: ListedConversation = { id: 'a', title: 'Moss', createdAt: 0, lastMessageAt, ...base };
  const before = conversationEntry(one).aside;
  vi.setSystemTime(new Date(2026, 10, 18, 15));
  expect(conversationEntry(one).aside).not.toBe(before);
});
