import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Member, startWithCircle } from '../../testing/circle.ts';
import { databases } from '../../testing/databases.ts';

const day = 24 * 60 * 60 * 1000;
const names = ['ada', 'ben', 'eve'] as const;
type Name = (typeof names)[number];
type Doing = 'ask' | 'ask with the link' | 'accept' | 'decline' | 'cancel' | 'unfriend' | 'block' | 'unblock';
type Step = { who: Name; whom: Name; does: Doing } | { days: number } | { who: Name; lets: boolean };

/** What one has asked of the other. */
interface Wish {
  isOpen: boolean;
  declinedAt: number | null;
}

/** The rules, without a database: what stands between any two, in a handful of sets. */
function model() {
  const friends = new Set<string>();
  const wishes = new Map<string, Wish>();
  const blocks = new Set<string>();
  const open = new Set<Name>();
  let time = 0;

  const key = (one: Name, other: Name) => `${one} ${other}`;
  const areFriends = (one: Name, other: Name) => friends.has(key(one, other)) || friends.has(key(other, one));
  const areApart = (one: Name, other: Name) => blocks.has(key(one, other)) || blocks.has(key(other, one));
  const wish = (from: Name, to: Name) => {
    const one = wishes.get(key(from, to));
    return one?.isOpen ? one : undefined;
  };
  const isSeen = (from: Name, to: Name) => wish(from, to)?.declinedAt === null;
  const isQuiet = (declinedAt: number | null) => declinedAt !== null && time - declinedAt < 30 * day;

  function befriend(one: Name, other: Name) {
    wishes.delete(key(one, other));
    wishes.delete(key(other, one));
    friends.add(key(one, other));
  }
  function takeBack(from: Name, to: Name) {
    const one = wishes.get(key(from, to));
    if (one?.declinedAt === null) wishes.delete(key(from, to));
    else if (one) one.isOpen = false;
  }
  function ask(from: Name, to: Name, hasLink: boolean): number {
    if (areApart(from, to)) return 404;
    if (areFriends(from, to)) return 200;
    if (wish(to, from)) {
      befriend(from, to);
      return 200;
    }
    const mayAsk = hasLink || open.has(to);
    const before = wishes.get(key(from, to));
    if (!before?.isOpen && !mayAsk) return 403;
    const declinedAt = before?.declinedAt ?? null;
    const isStillDeclined = isQuiet(declinedAt) || (before?.isOpen && !mayAsk);
    wishes.set(key(from, to), { isOpen: true, declinedAt: isStillDeclined ? declinedAt : null });
    return 200;
  }

  return {
    wait(days: number) {
      time += days * day;
    },
    let(who: Name, lets: boolean) {
      if (lets) open.add(who);
      else open.delete(who);
    },
    /** The status of the answer. */
    step: (who: Name, whom: Name, does: Doing): number => {
      switch (does) {
        case 'ask':
        case 'ask with the link':
          return ask(who, whom, does !== 'ask');
        case 'accept':
          if (!wish(whom, who)) return 404;
          befriend(who, whom);
          return 200;
        case 'decline': {
          const asked = wish(whom, who);
          if (!asked) return 404;
          asked.declinedAt ??= time;
          return 200;
        }
        case 'cancel':
          if (!wish(who, whom)) return 404;
          takeBack(who, whom);
          return 200;
        case 'unfriend':
          if (areApart(who, whom)) return 404;
          friends.delete(key(who, whom));
          friends.delete(key(whom, who));
          return 200;
        case 'block':
          blocks.add(key(who, whom));
          friends.delete(key(who, whom));
          friends.delete(key(whom, who));
          takeBack(who, whom);
          takeBack(whom, who);
          return 200;
        case 'unblock':
          blocks.delete(key(who, whom));
          return 200;
      }
    },
    seenBy: (who: Name, whom: Name) => {
      if (areApart(who, whom)) return 'not there';
      if (areFriends(who, whom)) return 'friend';
      if (isSeen(whom, who)) return 'incoming';
      return wish(who, whom) ? 'outgoing' : 'stranger';
    },
  };
}

const person = fc.constantFrom(...names);
const two = fc.uniqueArray(person, { minLength: 2, maxLength: 2 });
const doing = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Doing>('ask', 'ask with the link', 'accept', 'decline', 'cancel') },
  { weight: 1, arbitrary: fc.constantFrom<Doing>('unfriend', 'block', 'unblock') },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(two, doing).map(([[who = 'ada', whom = 'ben'], does]): Step => ({ who, whom, does })),
  },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ days: 1 }, { days: 29 }, { days: 30 }) },
  { weight: 1, arbitrary: fc.tuple(person, fc.boolean()).map(([who, lets]): Step => ({ who, lets })) },
);

describe.each(databases)('on %s', (dialect) => {
  test('whatever people do, they stand to each other as the rules have it', async () => {
    const circle = await startWithCircle(dialect, names);
    const { db } = circle;
    const codes = { ada: '', ben: '', eve: '' };
    for (const name of names) codes[name] = (await circle[name].link()).code;
    /** The newest request between the two, as whoever answers it knows its id. */
    const idOf = async (from: Member, to: Member) => {
      const row = await db
        .selectFrom('friend_requests')
        .select('request_id')
        .where('from_id', '=', from.id)
        .where('to_id', '=', to.id)
        .executeTakeFirst();
      return row?.request_id ?? 'none';
    };
    const really: Record<Doing, (me: Member, other: Member) => Promise<{ status: number }>> = {
      ask: (me, other) => me.ask(other),
      'ask with the link': (me, other) => me.ask(other, codes[other.username as Name]),
      accept: async (me, other) => me.answer(await idOf(other, me), 'accept'),
      decline: async (me, other) => me.answer(await idOf(other, me), 'decline'),
      cancel: async (me, other) => me.answer(await idOf(me, other), 'cancel'),
      unfriend: (me, other) => me.unfriend(other),
      block: (me, other) => me.block(other),
      unblock: (me, other) => me.unblock(other),
    };

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        for (const table of ['friendships', 'friend_requests', 'blocks'] as const) {
          await db.deleteFrom(table).execute();
        }
        await db.updateTable('users').set({ privacy_allow_invites: false }).execute();
        const rules = model();
        for (const one of steps) {
          if ('days' in one) {
            rules.wait(one.days);
            // Tokens would expire if the clock went on: the past moves away instead.
            await db
              .updateTable('friend_requests')
              .set((row) => ({ declined_at: row('declined_at', '-', one.days * day) }))
              .execute();
          } else if ('lets' in one) {
            rules.let(one.who, one.lets);
            await circle[one.who].become({ privacy_allow_invites: one.lets });
          } else {
            const { status } = await really[one.does](circle[one.who], circle[one.whom]);
            expect(status).toBe(rules.step(one.who, one.whom, one.does));
          }
        }
        for (const who of names) {
          for (const whom of names.filter((name) => name !== who)) {
            const { body } = await circle[who].look(circle[whom]);
            expect(body.friendship ?? 'not there').toBe(rules.seenBy(who, whom));
          }
        }
      }),
      { numRuns: dialect === 'sqlite' ? 150 : 40 },
    );
  });
});
