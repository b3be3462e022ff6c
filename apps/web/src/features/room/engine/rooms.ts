import { newId } from '@polylogue/sync';
import { callAs } from '../../../api/call-as.ts';
import { serverNow } from '../../../api/index.ts';
import { tabSocket } from '../../../api/tab-socket.ts';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { storage } from '../../../lib/state/storage.ts';
import { toast } from '../../../ui/index.ts';
import { reasonOf } from '../../person/index.ts';
import { askedTurns } from '../../post/asked-turns.ts';
import { openOutbox, outboxEntry } from '../../post/outbox.ts';
import { postSender } from '../../post/send-post.ts';
import { onLeft, storedRoom } from '../../space/index.ts';
import { type OpenRoom, openRoom } from './open-room.ts';
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

onLeft((hasLeft) => {
  for (const id of rooms.keys()) if (hasLeft(id)) rooms.delete(id);
});

function open(space_id: string, me: string): OpenRoom {
  const call = callAs(me);
  const outbox = openOutbox(storage, outboxEntry(me, space_id));
  return openRoom({
    space_id,
    me,
    api: roomApi(space_id, call),
    socket: () => tabSocket(me),
    outbox,
    sendPost: postSender({ space_id, outbox, call, reasonOf, tell: toast }),
    stored: storedRoom<RoomSnapshot>(me, space_id, snapshotShape),
    clock: browserClock,
    serverNow,
    asked: askedTurns(storage, me),
    newId,
    random: Math.random,
  });
}
