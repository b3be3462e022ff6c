import { leastFor, type PresentTorch, type TurnToHold } from '@polylogue/sync/turns';
import type { Queries } from '../../../platform/database/database.ts';
import type { Hub } from '../../../platform/live/hub.ts';
import type { SpaceContext } from '../core/context.ts';
import { rightsIn } from '../core/policy.ts';
import { speakersAmong } from '../core/speakers.ts';
import { membershipStore } from '../store/membership-store.ts';
import { messageStore } from '../store/message-store.ts';
import { spaceStore } from '../store/space-store.ts';
import { type TurnTableRow, turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';

/** How many recent turns are searched for one that a member's own torch took. */
const lastTurns = 20;

/** The browsers that could answer in a space. */
export async function torchesIn(
  on: Queries,
  { space_id, feed }: { space_id: string; feed: number },
  sockets: () => Pick<Hub, 'torches'>,
  now: number,
): Promise<(PresentTorch & { isHere: boolean })[]> {
  const last = await turnStore(on).last(feed, lastTurns);
  const ownTurnAt = (userId: string) => {
    const took = last.find(
      ({ asked_by, segments }) => asked_by === userId && segments.includes(JSON.stringify(userId)),
    );
    return took?.asked_at ?? null;
  };
  const present = sockets().torches(space_id);
  const space = await spaceStore(on).find(space_id);
  if (!space) return [];
  const ids = present.map(({ user_id }) => user_id);
  const speakers = await speakersAmong(on, space, ids, now);
  return present.flatMap(({ user_id, connection, sign_in, is_visible, torch, isHere }) => {
    if (!torch) return [];
    const { lend, for_self = null, ...rest } = torch;
    return {
      ...rest,
      user_id,
      connection,
      browser: sign_in ?? null,
      for_self,
      is_visible: is_visible === true,
      isHere,
      // Who may not post answers their own questions only.
      lend: speakers.has(user_id) ? lend : null,
      own_turn_at: ownTurnAt(user_id),
    };
  });
}

/** What must hold of whoever answers a turn. Null: who asked is no longer in the space, or may not post there at the moment. */
export async function turnToHold(
  on: Queries,
  row: TurnTableRow,
  torches: readonly PresentTorch[],
  { friendsAmong, blockedAmong, now }: Pick<SpaceContext, 'friendsAmong' | 'blockedAmong'> & { now: number },
): Promise<TurnToHold | null> {
  const { segments, excluded } = turnRowOf(row);
  const askedBy = row.asked_by ?? '';
  const others = [...new Set(torches.map(({ user_id }) => user_id))].filter((id) => id !== askedBy);
  const membership = await membershipStore(on).find(row.space_id, askedBy);
  if (!membership || !rightsIn(membership, now).post) return null;
  const question = await messageStore(on).find(row.feed, row.question_id);
  // A host may have asked the question of someone else again.
  const authors = [...new Set([askedBy, question?.by_id ?? askedBy])];
  const blocked = await Promise.all(authors.map((id) => blockedAmong(id, others, on)));
  return {
    turn_id: row.turn_id,
    asked_at: row.asked_at,
    asked_by: askedBy,
    is_automatic: row.is_automatic,
    asked_on: row.asked_on,
    role: membership.me.role,
    friends: await friendsAmong(askedBy, others, on),
    blocked: new Set(blocked.flatMap((some) => [...some])),
    wants: row.wants === null ? null : JSON.parse(row.wants),
    estimate: leastFor(question?.body.length ?? 0),
    excluded,
    segments,
  };
}

/** Whether a block is between someone and who wrote a part of the answer so far. */
export async function isApartFrom(
  row: TurnTableRow,
  userId: string,
  { blockedAmong }: Pick<SpaceContext, 'blockedAmong'>,
): Promise<boolean> {
  const writers = turnRowOf(row).segments.flatMap(({ holder_id, from, to }) =>
    holder_id !== null && holder_id !== userId && to > from ? [holder_id] : [],
  );
  return writers.length > 0 && (await blockedAmong(userId, [...new Set(writers)])).size > 0;
}
