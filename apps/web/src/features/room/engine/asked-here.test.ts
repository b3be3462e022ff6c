import type { PostRow } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { live } from '../../../lib/state/live.ts';
import { turnRow } from '../testing/turns.ts';
import { askedHere } from './asked-here.ts';
import { after, emptyRoom, type Room, type RoomEvent } from './room.ts';

/** A room in which two turns were asked from this browser. */
function room() {
  const state = live<Room, RoomEvent>(emptyRoom, after);
  let left = ['turn', 'other'];
  const ending = askedHere(state, 's', {
    end(feed, isOver) {
      expect(feed).toBe('s');
      left = left.filter((id) => !isOver(id));
    },
  });
  const stop = ending.begin();
  return {
    ...ending,
    stop,
    left: () => left,
    receive: (seq: number, ...messages: PostRow[]) => state.dispatch({ type: 'received', messages, seq }),
  };
}

const question = {
  ...turnRow({}, { seq: 1, number: 1 }),
  message_id: 'question',
  kind: 'post',
  turn: null,
} as const;

test.each(['done', 'failed', 'stopped', 'expired'] as const)('a turn that is %s is forgotten', (state) => {
  const { receive, left } = room();
  receive(1, turnRow({ state: 'running' }, { seq: 1 }));
  expect(left()).toEqual(['turn', 'other']);
  receive(2, turnRow({ state }, { seq: 2 }));
  expect(left()).toEqual(['other']);
});

test('a question that joined one that waited is forgotten once everything before it is here', () => {
  const { receive, taken, left } = room();
  taken('turn', 3);
  receive(2, question);
  expect(left()).toEqual(['turn', 'other']);
  receive(3);
  expect(left()).toEqual(['other']);
});

test('a joined question is forgotten also if its changes came before the answer to its post', () => {
  const { receive, taken, left } = room();
  receive(3, question);
  taken('turn', 3);
  expect(left()).toEqual(['other']);
});

test('a turn that has begun stays, and so do turns that are not posted yet', () => {
  const { receive, taken, left } = room();
  taken('turn', 2);
  receive(2, question, turnRow({}, { seq: 2 }));
  receive(3);
  expect(left()).toEqual(['turn', 'other']);
});
