import { expect, test, vi } from 'vitest';
import { firstMessage } from './first-message.ts';

test('a message written on the dashboard reaches the chat once, even if the browser stores nothing', () => {
  vi.stubGlobal('sessionStorage', undefined);
  firstMessage.pass('Hello');
  expect(firstMessage.take()).toBe('Hello');
  expect(firstMessage.take()).toBeNull();
});
