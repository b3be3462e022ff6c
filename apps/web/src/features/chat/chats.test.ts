import { expect, onTestFinished, test, vi } from 'vitest';
import { tabStorage } from '../../lib/state/storage.ts';
import { firstMessageEntry } from '../../lib/unsaved/unsent.ts';
import { takeFirstMessage } from './chats.ts';

test('a message written on the dashboard reaches the chat, even if the browser stores nothing', () => {
  vi.stubGlobal('sessionStorage', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  tabStorage.write(firstMessageEntry, 'Hello');
  expect(takeFirstMessage()).toBe('Hello');
  expect(takeFirstMessage()).toBeNull();
});
