import { newId } from '@polylogue/sync';
import { callWithTimeout } from '../../../api/index.ts';
import { liveFeed } from '../../../api/live-feed.ts';
import { tabSocket } from '../../../api/tab-socket.ts';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { storage } from '../../../lib/state/storage.ts';
import { reasonOf } from '../../person/index.ts';
import { askedTurns, outboxEntry, storedRoom } from '../../space/index.ts';
import { type OpenRoom, openRoom } from './open-room.ts';
import { openOutbox } from './outbox.ts';
import { type RoomSnapshot, snapshotShape } from './room.ts';
import { roomApi } from './room-api.ts';

// The only file in this folder with real dependencies.

const most = 8;
/** The most recently opened rooms of the account `owner`; the newest at the end. */
const rooms = new Map<string, OpenRoom>();
let owner = '';

/** A room of this account; the last eight stay in memory as they were left. */
export function roomOf(space_id: string, me: string): OpenRoom {
  if (me !== owner) rooms.clear();
  owner = me;
  const room = rooms.get(space_id) ?? open(space_id, me);
  rooms.delete(space_id);
  rooms.set(space_id, room);
  for (const id of [...rooms.keys()].slice(0, -most)) rooms.delete(id);
  return room;
}

const open = (space_id: string, me: string) =>
  openRoom({
    space_id,
    api: roomApi(space_id, callWithTimeout),
    live: (needs) => liveFeed(tabSocket(me), space_id, needs),
    outbox: openOutbox(storage, outboxEntry(me, space_id)),
    stored: storedRoom<RoomSnapshot>(me, space_id, snapshotShape),
    clock: browserClock,
    onTurnAsked: askedTurns(storage, me).add,
    newId,
    random: Math.random,
    reasonOf,
  });
