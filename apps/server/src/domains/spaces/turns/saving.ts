import {
  type Advanced,
  advanceTurn,
  hasEnded,
  type OngoingTurn,
  reread,
  storedTurn,
  type TurnEvent,
} from '@polylogue/sync/turns';
import type { OpenSpace } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { bytesOf, noMessage } from '../core/policy.ts';
import type { EnqueueingNotifications } from '../notifications/enqueueing.ts';
import { messageStore } from '../store/message-store.ts';
import { type AskedRow, askedOf, turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import { addUsedText } from '../store/used-text.ts';
import type { RunningTurn } from './running-turn.ts';

/** Another node has written to the turn since it was read. */
export const conflict = Symbol('another node was first');

/**
 * How long to wait for the browser of who looks at an answer to say that it was seen (milliseconds). Nothing comes from
 * one that sleeps or has lost its network, although it counts as present for up to a minute.
 */
const seenTime = 60_000;

export type SavingDeps = Pick<SpaceContext, 'sockets'> & {
  notifications: Pick<EnqueueingNotifications, 'enqueue' | 'enqueueWaiting'>;
};

/** Applies an event to the turn as it is stored, in a transaction. */
export async function saveEvent(
  open: OpenSpace,
  { info: { feed, turn_id }, turn }: RunningTurn,
  event: TurnEvent,
  deps: SavingDeps,
): Promise<{ advanced: Advanced; asked: AskedRow }> {
  const store = turnStore(open.trx);
  const row = (await store.find(feed, turn_id)) ?? noMessage();
  const { asked_by } = row;
  const asked = askedOf(row);
  const stored = turnRowOf(row);
  const advanced = advanceTurn(reread(turn, stored, open.now), event, open.now);
  if (advanced.save !== 'state') return { advanced, asked };
  if (!(await store.saveState(feed, turn_id, stored, storedTurn(advanced.turn)))) throw conflict;
  const { state } = advanced.turn;
  // An offer may be declined: only an answer that has begun ends the waiting.
  if (state !== stored.state && state !== 'offered') {
    const { space_id } = open.space;
    const isWaiting = state === 'waiting';
    if (!isWaiting) await deps.notifications.enqueueWaiting(open.trx, space_id, false);
    const doOthers = hasEnded(advanced.turn) && (await store.open(space_id)).length > 0;
    if (isWaiting || doOthers) await deps.notifications.enqueueWaiting(open.trx, space_id, true);
  }
  const bytes = await updateMessage(open, turn_id, advanced.turn);
  if (asked_by && bytes !== undefined) {
    await addUsedText(open.trx, asked_by, bytes);
    if (advanced.turn.state === 'done' && stored.state !== 'done') {
      await notify(open, turn_id, asked_by, deps);
    }
  }
  return { advanced, asked };
}

/** Gives the row of the message a new number, and counts its text; returns how many bytes it has grown by. */
async function updateMessage(
  open: OpenSpace,
  turnId: string,
  turn: OngoingTurn,
): Promise<number | undefined> {
  const row = await messageStore(open.trx).find(open.space.feed, turnId);
  if (!row) return undefined;
  const bytes = bytesOf(turn.text, JSON.stringify(turn.segments));
  await open.changeMessage(row.row_id, { bytes });
  return bytes - row.bytes;
}

async function notify(
  { trx, space: { space_id }, now }: OpenSpace,
  turnId: string,
  askedBy: string,
  { notifications, sockets }: SavingDeps,
): Promise<void> {
  const pause = sockets().isLooking(space_id, askedBy) ? seenTime : 0;
  await notifications.enqueue(trx, { kind: 'answer', space_id, message_id: turnId }, now + pause);
}
