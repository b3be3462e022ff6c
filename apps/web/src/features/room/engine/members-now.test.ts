import type { PostRow } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { people, turnRow } from '../testing/turns.ts';
import { lastUnknownGone, membersNow } from './members-now.ts';

const line = (
  number: number,
  kind: string,
  by_id: string | null,
  user_id: string | null = null,
): PostRow => ({
  ...turnRow({}, { number }),
  ...{ kind: 'notice', turn: null, by_id, notice: { kind, user_id, name: null } },
});
const known = Object.values(people);
const idsAfter = (...rows: PostRow[]) => membersNow(known, rows, people).map(({ user_id }) => user_id);

test('the faces in the header follow who comes and goes by the lines of the room alone [TOLD-06]', () => {
  expect(idsAfter(line(1, 'joined', 'ada'), line(2, 'renamed', 'ben'))).toEqual(['ada', 'ben']);
  expect(idsAfter(line(1, 'left', 'ada'))).toEqual(['ben']);
  expect(idsAfter(line(1, 'removed', 'ada', 'ben'))).toEqual(['ada']);
  expect(idsAfter(line(1, 'left', 'ben'), line(2, 'joined', 'ben'))).toEqual(['ada', 'ben']);
  expect(membersNow([], [line(1, 'joined', 'ben'), line(2, 'joined', 'unknown')], people)).toEqual([
    people.ben,
  ]);
});

test('only where a line does not say who has gone, members are fetched again [TOLD-06]', () => {
  expect(lastUnknownGone([line(1, 'left', 'ada'), line(2, 'removed', 'ada', 'ben')])).toBe(0);
  expect(lastUnknownGone([line(1, 'left', null), line(2, 'joined', null), line(3, 'left', 'ada')])).toBe(1);
});
