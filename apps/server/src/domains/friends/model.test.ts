import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Member, startWithCircle } from '../../testing/circle.ts';
import { databases } from '../../testing/databases.ts';
import { relations } from './relations.ts';

/** Per property; FUZZ_RUNS sets a higher number. */
const { numRuns: runs = 100 } = fc.readConfigureGlobal();
const day = 24 * 60 * 60 * 1000;
const names = ['ada', 'ben', 'eve'] as const;
type Name = (typeof names)[number];
type Doing = 'ask' | 'ask with the link' | 'accept' | 'decline' | 'cancel' | 'unfriend' | 'block' | 'unblock';
type Step = { who: Name; whom: Name; does: Doing } | { days: number } | { who: Name; lets: boolean };

/** A request from one person to another. */
interface Request {
  isOpen: boolean;
  declinedAt: number | null;
}

/** The rules without a database: the relations between any two people, in a handful of sets. */
function model() {
  const friends = new Set<string>();
  const requests = new Map<string, Request>();
  const blocks = new Set<string>();
  const open = new Set<Name>();
  let time = 0;

  const key = (one: Name, other: Name) => `${one} ${other}`;
  const areFriends = (one: Name, other: Name) => friends.has(key(one, other)) || friends.has(key(other, one));
  const areApart = (one: Name, other: Name) => blocks.has(key(one, other)) || blocks.has(key(other, one));
  const wish = (from: Name, to: Name) => {
    const one = requests.get(key(from, to));
    return one?.isOpen ? one : undefined;
  };
  const isSeen = (from: Name, to: Name) => wish(from, to)?.declinedAt === null;
  const isQuiet = (declinedAt: number | null) => declinedAt !== null && time - declinedAt < 30 * day;

  function befriend(one: Name, other: Name) {
    requests.delete(key(one, other));
    requests.delete(key(other, one));
    friends.add(key(one, other));
  }
  function takeBack(from: Name, to: Name) {
    const one = requests.get(key(from, to));
    if (one?.declinedAt === null) requests.delete(key(from, to));
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
    const before = requests.get(key(from, to));
    if (!before?.isOpen && !mayAsk) return 403;
    const declinedAt = before?.declinedAt ?? null;
    const isStillDeclined = isQuiet(declinedAt) || (before?.isOpen && !mayAsk);
    requests.set(key(from, to), { isOpen: true, declinedAt: isStillDeclined ? declinedAt : null });
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
    /** Returns the status of the answer. */
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

const asking = fc.constantFrom<Doing>('ask', 'ask', 'ask with the link', 'cancel');
const answering = fc.constantFrom<Doing>('decline', 'decline', 'decline', 'accept');
const parting = fc.constantFrom<Doing>('unfriend', 'block', 'unblock');

const step = (who: Name = 'ada', whom: Name = 'ben', does: Doing): Step => ({ who, whom, does });

/** A sequence of things that these people do. */
function doings(people: readonly Name[]) {
  const others = fc.shuffledSubarray([...people], { minLength: 2, maxLength: 2 });
  // Mostly one asks and the other answers: if both did both, they would be friends before anything else happens.
  const two = fc.oneof({ weight: 3, arbitrary: fc.constant(people) }, { weight: 1, arbitrary: others });
  const done = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(two, asking).map(([[who, whom], does]) => step(who, whom, does)) },
    { weight: 4, arbitrary: fc.tuple(two, answering).map(([[whom, who], does]) => step(who, whom, does)) },
    { weight: 1, arbitrary: fc.tuple(others, parting).map(([[who, whom], does]) => step(who, whom, does)) },
  );
  const waited = fc.constantFrom<Step>({ days: 1 }, { days: 29 }, { days: 30 });
  const switched = fc
    .tuple(fc.constantFrom(...people), fc.boolean())
    .map(([who, lets]): Step => ({ who, lets }));
  const next = fc.oneof(
    { weight: 10, arbitrary: done },
    { weight: 2, arbitrary: waited },
    { weight: 1, arbitrary: switched },
  );
  return fc.array(next, { minLength: 5, maxLength: 30, size: 'max' });
}

// Mostly two people; sometimes a third, who must not affect the others.
const story = fc.oneof(
  { weight: 3, arbitrary: doings(['ada', 'ben']) },
  { weight: 1, arbitrary: doings(names) },
);

describe.each(databases)('on %s', (dialect) => {
  test('whatever people do, their relations follow the rules [CHECK-48]', async () => {
    const circle = await startWithCircle(dialect, names);
    const { db } = circle;
    const codes = { ada: '', ben: '', eve: '' };
    for (const name of names) codes[name] = (await circle[name].link()).code;
    /** The newest request between the two; the person who answers knows its id. */
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

    const { friendships, blockedEitherWay } = relations(db);
    /** The relation that everything uses which shows people to each other. */
    async function seenBy(who: Name, whom: Name) {
      const [me, other] = [circle[who].id, circle[whom].id];
      if ((await blockedEitherWay(me, [other])).size > 0) return 'not there';
      return (await friendships(me, [other])).get(other) ?? 'stranger';
    }

    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        for (const table of ['friendships', 'friend_requests', 'blocks'] as const) {
          await db.deleteFrom(table).execute();
        }
        await db.updateTable('users').set({ privacy_allow_invites: false }).execute();
        const rules = model();
        for (const one of steps) {
          if ('days' in one) {
            rules.wait(one.days);
            // Moving the clock would make tokens expire: the past is moved back instead.
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
            expect(await seenBy(one.who, one.whom)).toBe(rules.seenBy(one.who, one.whom));
            expect(await seenBy(one.whom, one.who)).toBe(rules.seenBy(one.whom, one.who));
          }
        }
      }),
      { numRuns: dialect === 'sqlite' ? runs / 4 : runs / 10 },
    );
  });
});
