import type { OwnMarks, OwnSpace, PostRow, SpacePerson, Withheld } from '@polylogue/contract';
import type { ReplyTo } from '@polylogue/contract/client';
import type { TurnDelta } from '@polylogue/sync/turns';
import type { WaitingPost } from '../../post/outbox.ts';
import { type TurnTexts, turnsAfterDelta, turnsAfterRows } from './turn-texts.ts';

export type Changes = ReplyTo<'GET /api/v1/spaces/:space_id/changes'>;
export type Page = ReplyTo<'GET /api/v1/spaces/:space_id/messages'>;

export type People = Readonly<Record<string, SpacePerson>>;

/** One space as this browser knows it. */
export interface Room {
  /** Null until it is fetched. */
  own: OwnSpace | null;
  /** In number order; those before the first one are not loaded yet, unless `older` is null. */
  rows: readonly PostRow[];
  /** Pinned messages that are further back, by id. */
  pinned: Readonly<Record<string, PostRow>>;
  /** The texts of running turns: ahead of their rows while pieces arrive. */
  turns: TurnTexts;
  people: People;
  /** The last change of the space that is included here. */
  cursor: number;
  /** If the server answers with a different one, everything is refetched. */
  view: string | null;
  /** The position to ask for older messages with; null if there are none. */
  older: number | null;
  /** Posts from this browser that have no number yet. */
  waiting: readonly WaitingPost[];
  /** It has been fetched since it was opened; until then it is shown as it was last time. */
  isCurrent: boolean;
  /** Messages up to this number had been read when the room was opened, or returned to. */
  readBefore: number;
  /** How many posts were unread when it was opened; the server stops counting at 100. */
  unreadBefore: number;
  /** The last message that was there when the room was opened, or returned to. */
  openedAt: number;
  /** Messages up to this number had been read when it was returned to; null once all that came meanwhile is here. */
  returning: number | null;
  /** The reader is not a member of this space, or it does not exist. */
  isUnavailable: boolean;
}

/** A room as this browser stores it: the last messages, and who wrote them. */
export interface RoomSnapshot extends Pick<Room, 'rows' | 'people' | 'cursor' | 'view' | 'older'> {
  own: OwnSpace;
}

/** To be raised whenever rooms that were stored before can no longer be shown. */
export const snapshotShape = 1;

export type RoomEvent =
  /** Read from this browser's storage. */
  | { type: 'restored'; snapshot: RoomSnapshot }
  /** It is opened again. */
  | { type: 'reopened' }
  | { type: 'opened'; own: OwnSpace; page: Page }
  | { type: 'own'; own: OwnSpace }
  /** Set on this device or another one. */
  | { type: 'marks'; marks: OwnMarks }
  /** It is on the screen again after a while; messages up to this number had been read. */
  | { type: 'returned'; readBefore: number }
  | { type: 'older'; page: Page }
  /** All pinned messages. */
  | { type: 'pins'; page: Pick<Page, 'messages' | 'people'> }
  | { type: 'changes'; changes: Changes }
  /** What came over the socket: everything that changed up to this number. `people`: how many are in the space now. */
  | { type: 'received'; messages: Changes['messages']; people?: number | undefined; seq: number }
  /** The result of an action in this tab, or the row of a turn that was fetched for its text. */
  | { type: 'row'; row: PostRow | Withheld }
  /** Who people are that no row names. */
  | { type: 'people'; people: readonly SpacePerson[] }
  /** A piece of what the AI writes. */
  | { type: 'delta'; turn_id: string; delta: TurnDelta }
  | { type: 'waiting'; waiting: readonly WaitingPost[] }
  | { type: 'unavailable' };

export const emptyRoom: Room = {
  own: null,
  rows: [],
  pinned: {},
  turns: {},
  people: {},
  cursor: 0,
  view: null,
  older: null,
  waiting: [],
  isCurrent: false,
  readBefore: 0,
  unreadBefore: 0,
  openedAt: 0,
  returning: null,
  isUnavailable: false,
};

/** The room after an event; duplicates, delays and reordering do not affect the final state. */
export function after(room: Room, event: RoomEvent): Room {
  switch (event.type) {
    case 'restored': {
      const { snapshot } = event;
      // What has been fetched since is newer.
      if (room.own) return room;
      return withWaiting({ ...room, ...snapshot, turns: turnsAfterRows({}, snapshot.rows) });
    }
    case 'reopened':
      return room.isUnavailable ? { ...emptyRoom, waiting: room.waiting } : { ...room, isCurrent: false };
    case 'opened': {
      const { own, page } = event;
      // Otherwise what was visible before may be withheld now, or missing from a restored database.
      const isSame = room.view === page.view && page.head >= room.cursor;
      const rows = known(isSame ? room.rows : [], seen(page.messages));
      return withWaiting({
        ...room,
        own,
        // Messages between the old rows and this page may be missing: older ones are fetched again.
        rows,
        pinned: isSame ? room.pinned : {},
        turns: turnsAfterRows({}, rows),
        people: named(isSame ? room.people : {}, page.people),
        cursor: page.head,
        view: page.view,
        older: page.next,
        isCurrent: true,
        ...newWhenFetched(room, own, rows),
        returning: null,
      });
    }
    case 'pins': {
      const { page } = event;
      return { ...withPinned(room, page.messages), people: named(room.people, page.people) };
    }
    case 'own':
      return { ...room, own: event.own };
    case 'marks':
      return { ...room, own: room.own && withMarks(room.own, event.marks) };
    case 'returned':
      return { ...room, ...newSince(event.readBefore, room.rows), returning: event.readBefore };
    case 'older': {
      const { page } = event;
      if (page.view !== room.view) return room;
      return {
        ...withRows(room, seen(page.messages)),
        people: named(room.people, page.people),
        older: page.next,
      };
    }
    case 'changes':
      return withWaiting(changed(room, event.changes));
    case 'received': {
      const rows = loaded(room, seen(event.messages));
      return withWaiting({
        ...withRows(withPinned(room, event.messages), rows),
        own: withPeople(room.own, event.people),
        cursor: Math.max(room.cursor, event.seq),
      });
    }
    case 'row':
      return withWaiting(withRows(withPinned(room, [event.row]), loaded(room, seen([event.row]))));
    case 'people':
      return { ...room, people: named(room.people, event.people) };
    case 'delta': {
      const turns = turnsAfterDelta(room.turns, room.rows, event.turn_id, event.delta);
      return turns === room.turns ? room : { ...room, turns };
    }
    case 'waiting':
      return withWaiting({ ...room, waiting: event.waiting });
    case 'unavailable':
      return { ...room, isUnavailable: true, rows: [], pinned: {}, turns: {}, people: {} };
  }
}

const withPeople = (own: Room['own'], people: number | undefined): Room['own'] =>
  own === null || people === undefined || people === own.people ? own : { ...own, people };

/** What has been read stays read. */
const withMarks = (own: OwnSpace, { read_number, notify, seen_at = 0 }: OwnMarks): OwnSpace => ({
  ...own,
  read_number: Math.max(own.read_number, read_number),
  seen_at: Math.max(own.seen_at ?? 0, seen_at),
  notify,
});

function changed(room: Room, changes: Changes): Room {
  const rows = loaded(room, seen(changes.messages));
  const own = room.own && {
    ...withMarks(room.own, changes.own ?? room.own),
    ...(changes.space && { space: changes.space }),
    role: changes.role,
    can: changes.can,
  };
  const now = withRows(withPinned({ ...room, own }, changes.messages), rows);
  const returning = room.returning === null ? null : Math.max(room.returning, changes.own?.read_number ?? 0);
  return {
    ...now,
    own,
    people: named(room.people, changes.people),
    cursor: Math.max(room.cursor, changes.head),
    ...(returning !== null && newSince(returning, now.rows)),
    returning: changes.more ? returning : null,
  };
}

const lastNumber = (rows: Room['rows']): number => rows.at(-1)?.number ?? 0;

/** What is new if anyone wrote after this number; if nobody did, the line stays where it was. */
const newSince = (readBefore: number, rows: Room['rows']) =>
  rows.some(({ number, kind }) => number > readBefore && kind === 'post') && {
    readBefore,
    openedAt: lastNumber(rows),
  };

/** What is new when the room is fetched; in an open one that stays, unless someone wrote while its reader was away. */
function newWhenFetched({ isCurrent, returning }: Room, own: OwnSpace, rows: Room['rows']) {
  const unreadBefore = own.unread;
  if (!isCurrent) return { readBefore: own.read_number, unreadBefore, openedAt: lastNumber(rows) };
  const since = returning !== null && newSince(returning, rows);
  return since && { ...since, unreadBefore };
}

/** A pinned message is known although it is further back. */
function withPinned(room: Room, more: Changes['messages']): Room {
  const ids = new Set(room.own?.space.pins);
  if (ids.size === 0) return room;
  const news = seen(more).filter(
    ({ message_id, seq }) => ids.has(message_id) && seq > (room.pinned[message_id]?.seq ?? -1),
  );
  if (news.length === 0) return room;
  return {
    ...room,
    pinned: { ...room.pinned, ...Object.fromEntries(news.map((row) => [row.message_id, row])) },
  };
}

/** Messages before the first row arrive with the older pages. */
function loaded({ rows, older }: Room, more: readonly PostRow[]): PostRow[] {
  const first = rows[0]?.number ?? 0;
  return more.filter(({ number }) => older === null || number >= first);
}

/** People in these messages whose names are not known; `reacted`: those who are named only when a reaction is pointed at. */
export function unnamedIn({ people }: Room, messages: Changes['messages']) {
  const rows = seen(messages);
  const named = rows.flatMap(({ by_id, deleted_by, mentions, notice, turn }) => {
    const holders = turn?.segments.map(({ holder_id }) => holder_id) ?? [];
    return [by_id, deleted_by, notice?.user_id, ...mentions, ...holders];
  });
  const reacted = rows.flatMap(({ reactions }) => reactions.flatMap(({ user_ids }) => user_ids));
  const unknown = (ids: readonly (string | null | undefined)[]) => [
    ...new Set(ids.flatMap((id) => (id && !(id in people) ? id : []))),
  ];
  return { named: unknown(named), reacted: unknown(reacted) };
}

/** Known people who came or went and whose name may be another one now: it is shown in this space alone. */
export function renamedIn({ people }: Pick<Room, 'people'>, messages: Changes['messages']): string[] {
  const ids = seen(messages).map(({ notice, by_id }) => {
    const id = notice?.kind === 'removed' ? notice.user_id : by_id;
    const person = id && people[id];
    if (!person) return null;
    // A name shown here alone went when they left: the answer that says so may still be on its way.
    if (notice?.kind === 'joined') return person.is_named && !person.is_named_here ? null : id;
    return (notice?.kind === 'removed' || notice?.kind === 'left') && person.is_named_here ? id : null;
  });
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

const isSeen = <Row extends { seq: number }>(row: Row | Withheld): row is Row => !('is_withheld' in row);
const seen = <Row extends { seq: number }>(rows: readonly (Row | Withheld)[]): Row[] => rows.filter(isSeen);

/** With these rows and the turns in them; a row of the same number still updates the text of its turn. */
function withRows(room: Room, more: readonly PostRow[]): Room {
  const rows = merged(room.rows, more);
  const turns = more.filter(({ kind }) => kind === 'turn');
  if (turns.length === 0) return { ...room, rows };
  const seqs = new Map(rows.map(({ message_id, seq }) => [message_id, seq]));
  const newest = turns.filter(({ message_id, seq }) => seq === seqs.get(message_id));
  return { ...room, rows, turns: turnsAfterRows(room.turns, newest) };
}

/** Rows that have not changed stay the same objects, and are not rendered again. */
function known(before: readonly PostRow[], rows: readonly PostRow[]): PostRow[] {
  const all = new Map(before.map((row) => [row.message_id, row]));
  return rows.map((row) => {
    const same = all.get(row.message_id);
    return same?.seq === row.seq ? same : row;
  });
}

/** Of two versions of a row, the later one wins. */
function merged(rows: readonly PostRow[], more: readonly PostRow[]): readonly PostRow[] {
  if (more.length === 0) return rows;
  const known = new Map(rows.map((row) => [row.message_id, row]));
  const news = more.filter(({ message_id, seq }) => seq > (known.get(message_id)?.seq ?? -1));
  if (news.length === 0) return rows;
  for (const row of news) known.set(row.message_id, row);
  return [...known.values()].sort((one, other) => one.number - other.number);
}

function named(people: People, more: readonly SpacePerson[]): People {
  const news = more.filter((person) => !isSame(people[person.user_id], person));
  return news.length === 0
    ? people
    : { ...people, ...Object.fromEntries(news.map((person) => [person.user_id, person])) };
}

const isSame = (one: SpacePerson | undefined, other: SpacePerson) =>
  one?.username === other.username &&
  one.first_name === other.first_name &&
  one.last_name === other.last_name &&
  one.is_named === other.is_named &&
  one.is_named_here === other.is_named_here &&
  one.profile_picture_url === other.profile_picture_url;

/** A post with a number is no longer waiting. */
function withWaiting(room: Room): Room {
  if (room.waiting.length === 0) return room;
  const here = new Set(room.rows.slice(-room.waiting.length - 200).map(({ message_id }) => message_id));
  const waiting = room.waiting.filter(({ message_id }) => !here.has(message_id));
  return waiting.length === room.waiting.length ? room : { ...room, waiting };
}

/** Whether anyone has written anything; earlier messages that are not loaded count too. */
export const hasAnyMessages = ({ rows, older, waiting }: Room): boolean =>
  older !== null || waiting.length > 0 || rows.some(({ kind }) => kind !== 'notice');

/** The pinned messages that the reader may see, the first one first. */
export function pinsOf({ own, rows, pinned }: Pick<Room, 'own' | 'rows' | 'pinned'>): readonly PostRow[] {
  const ids = own?.space.pins ?? [];
  if (ids.length === 0) return [];
  const loaded = new Map(rows.map((row) => [row.message_id, row]));
  return ids
    .flatMap((id) => loaded.get(id) ?? pinned[id] ?? [])
    .filter(({ deleted_at }) => deleted_at === null);
}

/** What a question may be sent with, as far as it is known here, in number order. */
export function sendableRows(room: Pick<Room, 'own' | 'rows' | 'pinned'>): readonly PostRow[] {
  const first = room.rows[0]?.number ?? 0;
  const further = pinsOf(room).filter(({ number }) => number < first);
  if (further.length === 0) return room.rows;
  return [...further.sort((one, other) => one.number - other.number), ...room.rows];
}

/** Whether every message that was new when the room was opened, or returned to, is loaded. */
export const areNewLoaded = ({ older, readBefore }: Room): boolean =>
  older === null || older <= readBefore + 1;

/** The number after which a summary begins: what is new to the reader or, if they had read everything, the whole room. */
export const summaryStart = ({ readBefore, openedAt }: Pick<Room, 'readBefore' | 'openedAt'>): number =>
  readBefore < openedAt ? readBefore : 0;

/** Those of the loaded posts that were new when the room was opened, or returned to. */
const newPosts = ({ rows, readBefore, openedAt }: Room, me: string): readonly PostRow[] =>
  readBefore === 0 || readBefore >= openedAt
    ? []
    : rows.filter(
        ({ number, by_id, kind }) =>
          number > readBefore && number <= openedAt && kind === 'post' && by_id !== me,
      );

/** The first of them; null if there is none, or it is not loaded. */
export const firstNew = (room: Room, me: string): string | null =>
  areNewLoaded(room) ? (newPosts(room, me)[0]?.message_id ?? null) : null;

/** How many there are; while they are not loaded, no more than the server counted. */
export function countNew(room: Room, me: string): number {
  if (room.readBefore === 0 || !room.isCurrent) return 0;
  if (!areNewLoaded(room)) return room.unreadBefore;
  return newPosts(room, me).filter(({ deleted_at }) => deleted_at === null).length;
}

/** Messages that are stored of a room: more than fit on a screen. */
const stored = 60;

/** What to store of a room; null while it is not fetched, and once the reader is no longer in it. */
export function snapshotOf({
  own,
  rows,
  people,
  cursor,
  view,
  older,
  isCurrent,
  isUnavailable,
}: Room): RoomSnapshot | null {
  if (!own || !isCurrent || isUnavailable) return null;
  const last = rows.slice(-stored);
  const isCut = last.length < rows.length;
  return { own, rows: last, people, cursor, view, older: isCut ? (last[0]?.number ?? null) : older };
}
