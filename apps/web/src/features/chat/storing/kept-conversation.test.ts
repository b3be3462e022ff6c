import { newId } from '@polylogue/sync';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Browser } from '../../sync/testing/browser.ts';

test('a setting that is changed at the address of a conversation that is not here leaves nothing unsaved', async () => {
  const browser = new Browser();
  browser.signIn('anna');
  await browser.open();
  const { keepConversation } = await import('./kept-conversation.ts');
  const { openThread } = await import('../../thread/index.ts');
  const { openChatSettings } = await import('../steering/settings/chat-settings-store.ts');
  const clock = { now: Date.now, after: () => () => {} };
  const thread = openThread({ answer: () => new ReadableStream(), modelFor: () => null, clock });
  thread.open({ messages: [], hasMore: true });
  const settings = openChatSettings();
  const opened = Promise.withResolvers<string>();
  const kept = keepConversation({
    id: newId(),
    thread,
    settings,
    isStored: true,
    begunIn: () => null,
    missed: [],
    opened: opened.resolve,
    onQuestionStored: vi.fn(),
    onOtherBranch: vi.fn(),
  });
  onTestFinished(kept.stop);
  settings.dispatch({ type: 'setting-changed', change: { effort: 'high' } });
  kept.flush();
  expect(kept.isBusy()).toBe(true);
  expect(await opened.promise).toBe('missing');
  expect(kept.isBusy()).toBe(false);
});
