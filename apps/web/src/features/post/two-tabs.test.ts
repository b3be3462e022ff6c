import { expect, test, vi } from 'vitest';
import { safeStorage } from '../../lib/state/storage.ts';
import { fakeArea } from '../../lib/testing/stored.ts';
import { openOutbox, outboxEntry, type WaitingPost } from './outbox.ts';

vi.stubGlobal('addEventListener', () => {});

/** Two tabs in processes of their own: what one stores reaches the other a moment later. */
function twoTabs() {
  const areas = [fakeArea(), fakeArea()];
  const late: (() => void)[] = [];
  const outboxes = areas.map((own, at) => {
    const other = areas[1 - at];
    const area = {
      getItem: (name: string) => own.getItem(name),
      setItem(name: string, value: string) {
        own.setItem(name, value);
        late.push(() => other?.setItem(name, value));
      },
      removeItem(name: string) {
        own.removeItem(name);
        late.push(() => other?.removeItem(name));
      },
    };
    const keys = { ownKeys: () => Object.keys(own), getOwnPropertyDescriptor: () => listed };
    const storage = safeStorage(() => new Proxy(area, keys) as unknown as Storage);
    return openOutbox(storage, outboxEntry('ada', 's1'));
  });
  const bodies = () => outboxes.map((outbox) => outbox.read().map(({ body }) => body));
  const settle = () => late.splice(0).forEach((arrive) => void arrive());
  return { one: outboxes[0], other: outboxes[1], bodies, settle };
}

const listed = { enumerable: true, configurable: true };

const post = (body: string): WaitingPost => ({
  ...{ message_id: body, body, at: 0, failed: null },
  ...{ reply_to: null, files: [], is_off_record: false, turn_id: null, wants: null },
});

test('a post that is written while another tab hears that an earlier one was sent or refused still waits [SPACE-06]', () => {
  const { one, other, bodies, settle } = twoTabs();
  one?.add(post('1'));
  one?.add(post('2'));
  settle();
  one?.add(post('3'));
  other?.remove('1');
  other?.change('2', { failed: 'Too long.' });
  settle();
  expect(bodies()).toEqual([
    ['2', '3'],
    ['2', '3'],
  ]);
  expect(one?.read()[0]?.failed).toBe('Too long.');
});
