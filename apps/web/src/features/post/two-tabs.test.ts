import { expect, test, vi } from 'vitest';
import { safeStorage } from '../../lib/state/storage.ts';
import { fakeArea } from '../../lib/testing/stored.ts';
import { askedTurns } from './asked-turns.ts';
import { openOutbox, outboxEntry, type WaitingPost } from './outbox.ts';

vi.stubGlobal('addEventListener', () => {});

/** Two tabs in processes of their own: what one stores reaches the other a moment later. */
function twoTabs() {
  const areas = [fakeArea(), fakeArea()];
  const late: (() => void)[] = [];
  const storages = areas.map((own, at) => {
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
    return safeStorage(() => new Proxy(area, keys) as unknown as Storage);
  });
  const settle = () => late.splice(0).forEach((arrive) => void arrive());
  return { storages, settle };
}

function twoOutboxes() {
  const { storages, settle } = twoTabs();
  const [one, other] = storages.map((storage) => openOutbox(storage, outboxEntry('ada', 's1')));
  const bodies = () => [one, other].map((outbox) => outbox?.read().map(({ body }) => body));
  return { one, other, bodies, settle };
}

const listed = { enumerable: true, configurable: true };

const post = (body: string): WaitingPost => ({
  ...{ message_id: body, body, at: 0, failed: null },
  ...{ reply_to: null, files: [], is_off_record: false, turn_id: null, wants: null },
});

test('a post that is written while another tab hears that an earlier one was sent or refused still waits [SPACE-06]', () => {
  const { one, other, bodies, settle } = twoOutboxes();
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

test('questions that are asked in two tabs at the same moment were both asked here, and none of them is asked twice', () => {
  const { storages, settle } = twoTabs();
  const [one, other] = storages.map((storage) => askedTurns(storage, 'ada'));
  one?.add({ feed: 's1', turn_id: 't1', wants: null });
  other?.add({ feed: 's1', turn_id: 't2', wants: null });
  settle();
  expect(one?.begin({ feed: 's1', turn_id: 't2', wants: null, epoch: 1 })).toBe('chosen');
  one?.add({ feed: 's1', turn_id: 't3', wants: null });
  other?.end('s1', (id) => id === 't1');
  settle();
  expect(other?.has({ feed: 's1', turn_id: 't1' })).toBe(false);
  expect(other?.begin({ feed: 's1', turn_id: 't2', wants: null, epoch: 1 })).toBeNull();
  expect(other?.begin({ feed: 's1', turn_id: 't3', wants: null, epoch: 1 })).toBe('chosen');
});
