import { expect, test } from 'vitest';
import { fakeStorage } from '../../lib/testing/stored.ts';
import { type AskedTurn, askedTurns } from './asked-turns.ts';

function memory(before: Record<string, string> = {}) {
  const storage = fakeStorage(false, before);
  return { entries: storage.names, turns: () => askedTurns(storage, 'me') };
}

const turn = (turn_id: string, more: Partial<AskedTurn> = {}): AskedTurn => ({
  feed: 's',
  turn_id,
  wants: null,
  ...more,
});
const offer = (turn_id: string, epoch: number, more: Partial<AskedTurn> = {}) => ({
  ...turn(turn_id, more),
  epoch,
});

test('a turn that was asked here begins once for each epoch, also after a reload', () => {
  const { turns } = memory();
  turns().add(turn('t1'));
  expect(turns().begin(offer('t2', 1))).toBeNull();
  expect(turns().begin(offer('t1', 2))).toBe('chosen');
  for (const epoch of [1, 2]) expect(turns().begin(offer('t1', epoch))).toBeNull();
  expect(turns().begin(offer('t1', 3))).toBe('chosen');
});

test('a turn of another space was not asked here, though it has the same id', () => {
  const { turns } = memory();
  turns().add(turn('t1'));
  expect(turns().begin(offer('t1', 1, { feed: 'other' }))).toBeNull();
  turns().end('other', () => true);
  expect(turns().begin(offer('t1', 1))).toBe('chosen');
});

test('a turn for another model than was wanted was not asked here', () => {
  const { turns } = memory();
  const wants = { provider: 'openai', model: 'gpt: small' };
  turns().add(turn('t1', { wants }));
  turns().add(turn('t2'));
  expect(turns().begin(offer('t1', 1, { wants: { ...wants, model: 'gpt: large' } }))).toBeNull();
  expect(turns().begin(offer('t1', 1))).toBeNull();
  expect(turns().begin(offer('t2', 1, { wants }))).toBeNull();
  expect(turns().begin(offer('t1', 1, { wants: { ...wants } }))).toBe('chosen');
});

test('a turn that was asked again is told from one whose model was chosen here', () => {
  const { turns } = memory();
  turns().add(turn('t1'), 'again');
  expect(turns().begin(offer('t1', 1))).toBe('again');
  for (const epoch of [1, 0]) expect(turns().begin(offer('t1', epoch))).toBeNull();
});

test('a turn that is over was never asked', () => {
  const { turns } = memory();
  for (const id of ['t1', 't2']) turns().add(turn(id));
  turns().end('s', (id) => id === 't1');
  expect(turns().begin(offer('t1', 1))).toBeNull();
  expect(turns().begin(offer('t2', 1))).toBe('chosen');
});

test.each(['t1', 't1 t2:3', '1', 'x s t1 chosen null'])('what is stored as “%s” is no turn', (stored) => {
  for (const entry of ['polylogue.asked.me', 'polylogue.asked.me.s.t1']) {
    const { turns } = memory({ [entry]: stored });
    expect(turns().begin(offer('t1', 1))).toBeNull();
    turns().add(turn('t1'));
    expect(turns().begin(offer('t1', 1))).toBe('chosen');
  }
});

test('turns that an earlier version of the app has stored as a list were asked here', () => {
  const { turns, entries } = memory({ 'polylogue.asked.me': '0/0/m1 s t1 chosen null\n2/2 s t2 again null' });
  expect(turns().leftOutOf(turn('t1'))).toEqual(['m1']);
  expect(turns().begin(offer('t1', 1))).toBe('chosen');
  expect(turns().begin(offer('t2', 2))).toBeNull();
  expect(turns().begin(offer('t2', 3))).toBe('again');
  expect(entries()).not.toContain('polylogue.asked.me');
});

test('what was left out of a question is remembered with it, also once it is tried with another model [TOPIC-03]', () => {
  const { turns } = memory();
  turns().add({ ...turn('t1'), left_out: ['m1', 'm2'] });
  turns().add(turn('t1', { wants: { provider: 'openai', model: 'gpt' } }));
  turns().add(turn('t2'));
  expect(turns().begin(offer('t1', 1))).toBe('chosen');
  expect(turns().leftOutOf(turn('t1'))).toEqual(['m1', 'm2']);
  expect(turns().leftOutOf(turn('t2'))).toEqual([]);
});

test('a hundred turns are remembered', () => {
  const { turns, entries } = memory();
  for (let at = 1; at <= 101; at++) turns().add(turn(`t${at}`));
  expect(turns().begin(offer('t1', 1))).toBeNull();
  expect(turns().begin(offer('t2', 1))).toBe('chosen');
  expect(entries()).toHaveLength(100);
});
