import { newId } from '@polylogue/sync';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type LoopNeeds, type SyncState, syncLoop } from './loop.ts';
import { memoryStorage } from './memory-storage.ts';
import type { Push } from './push.ts';
import { conversationStore } from './store.ts';

/** A browser whose server answers as the test says. */
function start(more: Partial<LoopNeeds> = {}) {
  const store = conversationStore({ storage: memoryStorage(), now: () => 1 });
  const states: SyncState[] = [];
  const pushed: Push[] = [];
  const timers: (() => void)[] = [];
  let seq = 0;
  const api: LoopNeeds['api'] = {
    async push(push) {
      pushed.push(push);
      seq += 1;
      return {
        head: seq,
        conversations: push.conversations.map(({ conversation_id }) => ({
          conversation_id,
          seq,
          previous_seq: seq - 1,
        })),
        messages: push.messages.map(({ message_id, append }) => ({
          message_id,
          seq,
          run_id: append?.run_id ?? null,
          body_length: (append?.offset ?? 0) + (append?.text.length ?? 0),
          reasoning_length: 0,
          is_ended: append?.ended_at !== undefined,
        })),
      };
    },
    list: async () => ({ conversations: [], next: null, head: 0 }),
    changes: (after, wait, signal) =>
      wait === 0
        ? Promise.resolve({ conversations: [], head: after, more: false })
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    messages: async () => ({ messages: [], next: null, seq: 0 }),
    ...more.api,
  };
  const loop = syncLoop({
    store,
    failureOf: (error) => (error as { failure?: 'signed-out' | 'full' }).failure ?? 'away',
    now: () => 1,
    random: () => 0,
    after(_, work) {
      timers.push(work);
      return () => {};
    },
    isVisible: () => true,
    onState: (state) => states.push(state),
    ...more,
    api,
  });
  onTestFinished(loop.stop);
  const ask = () => {
    const ids = { conversation_id: newId(), message_id: newId() };
    return store.create({ ...ids, parent_id: null, role: 'user', body: 'Hi' }, {});
  };
  return { store, api, loop, states, pushed, timers, ask };
}

const failing = (failure?: string) => Promise.reject(Object.assign(new Error('no'), { failure }));

test('what is pending is pushed, then changes are waited for', async () => {
  const { ask, loop, states, pushed } = start();
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
  await ask();
  loop.wake();
  await vi.waitFor(() => expect(pushed).toHaveLength(1));
  await vi.waitFor(() => expect(states.slice(-3)).toEqual(['pushing', 'pulling', 'polling']));
});

test('a hidden tab pushes what it has and then rests', async () => {
  const { ask, loop, pushed } = start({ isVisible: () => false });
  await vi.waitFor(() => expect(loop.state()).toBe('paused'));
  await ask();
  loop.wake();
  await vi.waitFor(() => expect(pushed).toHaveLength(1));
  await vi.waitFor(() => expect(loop.state()).toBe('paused'));
});

test('a server that is away is asked again later, or as soon as there is a reason', async () => {
  let isAway = true;
  const list = () => (isAway ? failing() : Promise.resolve({ conversations: [], next: null, head: 0 }));
  const { loop, timers } = start({ api: { ...start().api, list } });
  await vi.waitFor(() => expect(loop.state()).toBe('backoff'));
  timers[0]?.();
  await vi.waitFor(() => expect(timers).toHaveLength(2));
  isAway = false;
  loop.wake();
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
});

test('after the end of a sign-in nothing is asked until the same person has signed in again', async () => {
  let isOut = true;
  const asked = vi.fn();
  const { loop } = start({
    api: {
      ...start().api,
      list: () => {
        asked();
        return isOut ? failing('signed-out') : Promise.resolve({ conversations: [], next: null, head: 0 });
      },
    },
  });
  await vi.waitFor(() => expect(loop.state()).toBe('signed-out'));
  loop.wake();
  await Promise.resolve();
  expect(loop.state()).toBe('signed-out');
  isOut = false;
  loop.signedIn();
  await vi.waitFor(() => expect(loop.state()).toBe('polling'));
  expect(asked).toHaveBeenCalledTimes(2);
});
