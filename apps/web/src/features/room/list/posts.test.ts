import type { OwnSpace, PostRow, Turn } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { emptyRoom, type Room } from '../engine/room.ts';
import { people, personFormat, turnRow } from '../testing/turns.ts';
import { listedPosts } from './posts.ts';

const own = { space: { ai_name: null } } as OwnSpace;
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes).getTime();
const row = (number: number, created_at: number, kind: PostRow['kind'] = 'post') =>
  ({
    ...turnRow({}, { number, seq: number }),
    message_id: `m${number}`,
    kind,
    by_id: 'ada',
    created_at,
    ...(kind !== 'turn' && { turn: null }),
  }) as PostRow;

const waiting = (created: number) => [
  {
    ...{ message_id: 'w', body: 'Hi', at: created, failed: null },
    ...{ reply_to: null, files: [], is_off_record: false, turn_id: null, wants: null },
  },
];

const firstOfDay = (room: Partial<Room>) =>
  listedPosts(
    'me',
    personFormat,
  )({ ...emptyRoom, own, people, ...room }).messages.flatMap(({ id, isFirstOfDay }) =>
    isFirstOfDay ? id : [],
  );

test('the first line of each day is known, be it a post, a notice, a turn or a post on its way', () => {
  const rows = [
    row(1, at(3, 9), 'notice'),
    row(2, at(3, 10)),
    row(3, at(4, 0), 'notice'),
    row(4, at(4, 23)),
    row(5, at(6, 8), 'turn'),
  ];
  expect(firstOfDay({ rows })).toEqual(['m1', 'm3', 'm5']);
  expect(firstOfDay({ rows, waiting: waiting(at(6, 9)) })).toEqual(['m1', 'm3', 'm5']);
  expect(firstOfDay({ rows, waiting: waiting(at(7, 9)) })).toEqual(['m1', 'm3', 'm5', 'w']);
  expect(firstOfDay({ waiting: waiting(at(7, 9)) })).toEqual(['w']);
});

test('while the line before it is not loaded, the first one begins no day', () => {
  const listed = listedPosts('me', personFormat);
  const room = { ...emptyRoom, own, people, rows: [row(8, at(3, 9)), row(9, at(3, 9))] };
  expect(listed({ ...room, older: 8 }).messages.map(({ isFirstOfDay }) => isFirstOfDay)).toEqual([
    false,
    false,
  ]);
  // The older ones were all withheld.
  expect(listed({ ...room, older: null }).messages.map(({ isFirstOfDay }) => isFirstOfDay)).toEqual([
    true,
    false,
  ]);
});

test('posts of one person stand together, but not across midnight', () => {
  const rows = [row(1, at(3, 23, 57)), row(2, at(3, 23, 59)), row(3, at(4, 0, 1))];
  const { messages } = listedPosts('me', personFormat)({ ...emptyRoom, own, people, rows });
  expect(messages.map((line) => line.role === 'user' && line.isContinued)).toEqual([false, true, false]);
});

test('of a new topic that was undone nothing is shown, and posts around it stand together', () => {
  const notice = { kind: 'topic', user_id: null, name: null };
  const topic = { ...row(2, at(3, 9, 1), 'notice'), notice };
  const contentsOf = (rows: PostRow[]) =>
    listedPosts(
      'me',
      personFormat,
    )({ ...emptyRoom, own, people, rows }).messages.map((line) => line.role === 'user' && line.content);
  const rows = [row(1, at(3, 9)), topic, row(3, at(3, 9, 2))];
  expect(contentsOf(rows)[1]).toBe('Ada began a new topic');
  const undone = [row(1, at(3, 9)), { ...topic, deleted_at: 1 }, row(3, at(3, 9, 2))];
  expect(contentsOf(undone)).toHaveLength(2);
  const { messages } = listedPosts('me', personFormat)({ ...emptyRoom, own, people, rows: undone });
  expect(messages.map((line) => line.role === 'user' && line.isContinued)).toEqual([false, true]);
});

test('a name that becomes known is shown at what its person has reacted to', () => {
  const reactions = [{ emoji: '👍', count: 1, user_ids: ['ben'], is_own: false }];
  const rows = [{ ...row(1, at(3, 9)), reactions }, row(2, at(3, 9))];
  const listed = listedPosts('me', personFormat);
  const { ben, ...before } = people;
  const whoIn = (known: Room['people']) =>
    listed({ ...emptyRoom, own, people: known, rows }).messages.map(
      (line) => line.role === 'user' && line.names.who('ben'),
    );
  expect(whoIn(before)[0]).toBe('another member');
  const [, plain] = listed({ ...emptyRoom, own, people: before, rows }).messages;
  expect(whoIn(people)[0]).toBe('Ben');
  // The other one is not rendered again.
  expect(listed({ ...emptyRoom, own, people, rows }).messages[1]).toBe(plain);
});

test('in slow mode each post that waits says when it is sent, from any tab and after a reload', () => {
  const heldIn = (change: object, role = 'member', post = true) =>
    listedPosts(
      'ada',
      personFormat,
    )({
      ...{ ...emptyRoom, people, rows: [row(1, 5_000), { ...row(2, 7_000), by_id: 'ben' }] },
      own: { role, can: { post }, space: { ai_name: null, slow_seconds: 30 } } as OwnSpace,
      waiting: [...waiting(0), { ...waiting(0)[0], failed: 'Refused', message_id: 'f' }, ...waiting(0)],
      ...change,
    } as Room).messages.flatMap((line) => (line.role === 'user' && line.waiting ? line.heldUntil : []));
  expect(heldIn({})).toEqual([35_000, null, 65_000]);
  expect(heldIn({ rows: [] })).toEqual([0, null, 30_000]);
  expect(heldIn({}, 'host')).toEqual([null, null, null]);
  // Muted, or in a space that is archived: none of them is sent.
  expect(heldIn({}, 'member', false)).toEqual([null, null, null]);
  expect(heldIn({ own })).toEqual([null, null, null]);
});

const turnAt = (number: number, change: Partial<Turn>, more: Partial<PostRow> = {}): PostRow => ({
  ...turnRow(change, { number, seq: number }),
  message_id: `m${number}`,
  ...more,
});
const listedTurns = (rows: readonly PostRow[], me = 'me') =>
  listedPosts(
    me,
    personFormat,
  )({ ...emptyRoom, own, people, rows }).messages.flatMap((line) => (line.role === 'assistant' ? line : []));

test('while one question is answered, the others know their places, and what nobody asked keeps none of them waiting [TORCH-18]', () => {
  const posted = turnAt(3, { is_automatic: true });
  const rows = [turnAt(1, { state: 'running' }), turnAt(2, {}), posted, turnAt(4, {}), turnAt(5, {})];
  expect(listedTurns(rows).map(({ place }) => place)).toEqual([null, 1, 2, 2, 3]);
  // Nobody answers: each of them waits for a key.
  expect(listedTurns(rows.slice(1)).map(({ place }) => place)).toEqual([null, null, null, null]);
});

test('a question that failed can be asked again once: then by its new turn, until that has failed as well [TORCH-19]', () => {
  const askable = (rows: readonly PostRow[], me?: string) =>
    listedTurns(rows, me).map(({ isAskable }) => isAskable);
  const failed = { state: 'failed' } as const;
  expect(askable([turnAt(1, failed), turnAt(2, {})])).toEqual([false, true]);
  expect(askable([turnAt(1, failed), turnAt(2, failed)])).toEqual([false, true]);
  expect(askable([turnAt(1, failed), turnAt(2, { state: 'done' })])).toEqual([false, true]);
  expect(askable([turnAt(1, { state: 'done' }), turnAt(2, {})])).toEqual([true, true]);
  expect(askable([turnAt(1, failed), turnAt(2, { question_id: 'other' })])).toEqual([true, true]);
  expect(askable([turnAt(1, failed), turnAt(2, failed, { deleted_at: 5 })])).toEqual([true, true]);
  // A host has asked it again, in vain: that turn is not the asker’s.
  const byHost = [turnAt(1, failed), turnAt(2, failed, { by_id: 'ben' })];
  expect(askable(byHost, 'ada')).toEqual([true, true]);
  expect(askable(byHost, 'ben')).toEqual([false, true]);
});

test('a notice of a kind that this version does not know is a general line', () => {
  const notice = { kind: 'painted', user_id: null, name: null } as unknown as PostRow['notice'];
  const rows = [{ ...row(1, at(3, 9), 'notice'), notice }];
  const { messages } = listedPosts('me', personFormat)({ ...emptyRoom, own, people, rows });
  expect(messages.map((line) => line.role === 'user' && line.content)).toEqual([
    'Something happened in this space',
  ]);
});

test('above an answer to their own message a reader is called You, and others by their names [SPACE-05]', () => {
  const quoteBy = (by_id: string) => {
    const rows = [
      { ...row(1, at(3, 9)), by_id },
      { ...row(2, at(3, 9)), reply_to: 'm1' },
    ];
    return listedPosts('me', personFormat)({ ...emptyRoom, own, people, rows }).messages.at(-1)?.quote?.name;
  };
  expect(quoteBy('me')).toBe('You');
  expect(quoteBy('ada')).toBe('Ada');
});

test('people who join one after the other are one line, of those who came last', () => {
  const joins = (ids: readonly string[]) =>
    ids.map((by_id, index) => ({
      ...row(index + 1, at(3, 9, index), 'notice'),
      by_id,
      notice: { kind: 'joined', user_id: null, name: null } as PostRow['notice'],
    }));
  const contents = (rows: PostRow[]) =>
    listedPosts(
      'me',
      personFormat,
    )({ ...emptyRoom, own, people, rows }).messages.map(({ id, role, ...line }) => [
      id,
      role === 'user' && 'content' in line && line.content,
    ]);
  expect(contents(joins(['ada']))).toEqual([['m1', 'Ada joined']]);
  expect(contents(joins(['me', 'ada', 'ben']))).toEqual([['m3', 'You, Ada, and Ben joined']]);
  expect(contents(joins(['x', 'y', 'z', 'me', 'ada', 'ben']))).toEqual([
    ['m6', 'You, Ada, Ben, and 3 others joined'],
  ]);
  expect(contents(joins(['x', 'y', 'ada']))).toEqual([
    ['m3', 'Another member, Ada, and someone else joined'],
  ]);
  const [one, other] = joins(['ada', 'ben']);
  const said = { ...row(3, at(3, 9, 5)), body: 'Hi' };
  const later = { ...(other as PostRow), message_id: 'm4', number: 4, created_at: at(4, 9) };
  expect(contents([one as PostRow, said, other as PostRow, later]).map(([id]) => id)).toEqual([
    'm1',
    'm3',
    'm2',
    'm4',
  ]);
});
