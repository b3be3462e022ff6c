import type { NoticeKind, PostRow, SpacePerson, Turn } from '@polylogue/contract';
import { wordsOf } from '@polylogue/sync/turns';
import type { WaitingPost } from '../../../../api/outbox.ts';
import type {
  ListedReply,
  ListedUserMessage,
  ListSource,
  ListState,
  Person,
} from '../../../messages/index.ts';
import { capitalized, type Names, namesIn } from '../engine/names.ts';
import type { Room } from '../engine/room.ts';
import { aiNameOf } from '../words/asking.ts';
import { dayOf } from '../words/day.ts';
import { shownTexts } from '../words/shown-texts.ts';

/** A message as shown above an answer to it; without an id it leads nowhere. */
export interface Quoted {
  id: string | null;
  name: string;
  text: string;
}

interface Line {
  /** The one before it, if any, is of another day. */
  isFirstOfDay: boolean;
}

/** A line of a room as shown in the list: a post, a notice, or a post that has no number yet. */
export interface Post extends ListedUserMessage, Line {
  row: PostRow | null;
  waiting: WaitingPost | null;
  /** Who wrote it, if known. */
  author: SpacePerson | null;
  /** Of those who have reacted. */
  names: Names;
  files: PostRow['files'];
  isOffRecord: boolean;
  /** It mentions the reader. */
  isForMe: boolean;
  /** The post it replies to. */
  quote: Quoted | null;
  deletedBy: string | null;
}

/** A line of a room that is a turn of the AI; its text grows outside of React. */
export interface TurnMessage extends ListedReply, Line {
  row: PostRow;
  turn: Turn;
  /** What the AI is called here. */
  aiName: string;
  names: Names;
  /** Another turn is being answered. */
  isQueued: boolean;
  /** The question, unless it is directly above. */
  quote: Quoted | null;
  /** Its question may still be sent, as far as this browser has it. */
  isAskable: boolean;
  deletedBy: string | null;
}

export interface ListedPosts extends ListState {
  messages: readonly (Post | TurnMessage)[];
}

/** The list of a room, as it changes. */
export interface PostSource extends ListSource {
  read(): ListedPosts;
}

const quoteLength = 200;

/** How to show a person. */
export interface PersonFormat {
  nameOf(person: SpacePerson): string;
  smallPicture(url: string | null): string | null;
}

/** The lines of a room. An unchanged line is the same object every time, so that it is not rendered again. */
export function listedPosts(me: string, { nameOf, smallPicture }: PersonFormat): (room: Room) => ListedPosts {
  const made = new Map<string, { of: readonly unknown[]; line: Post | TurnMessage }>();
  const textsOf = shownTexts();
  const quoted = new Map<string, Quoted | null>();
  let last: { of: readonly unknown[]; turns: Room['turns']; listed: ListedPosts } | undefined;

  function same<Line extends Post | TurnMessage>(id: string, of: readonly unknown[], make: () => Line): Line {
    const known = made.get(id);
    if (known && areSame(known.of, of)) return known.line as Line;
    const line = make();
    made.set(id, { of, line });
    return line;
  }

  let byId = new Map<string, PostRow>();
  let named: Room['people'] = {};
  let names = namesIn(named, me, nameOf);

  function quoteOf(id: string | null, isWithheld: boolean, room: Room): Quoted | null {
    if (isWithheld) return withheld;
    if (id === null) return null;
    const row = byId.get(id);
    const quote = row ? { id, name: authorName(row, room), text: quoteText(row) } : { id, ...notLoaded };
    const before = quoted.get(id);
    if (before && before.name === quote.name && before.text === quote.text) return before;
    quoted.set(id, quote);
    return quote;
  }

  const authorName = (row: PostRow, { own }: Room) =>
    row.turn && own ? aiNameOf(own.space) : names.who(row.by_id);

  const deletedBy = ({ deleted_at, deleted_by }: PostRow) =>
    deleted_at === null ? null : names.who(deleted_by);

  const personOf = (id: string | null, person: SpacePerson | null): Person =>
    person
      ? { id: person.user_id, name: nameOf(person), picture: smallPicture(person.profile_picture_url) }
      : { id: id ?? '', name: capitalized(names.who(id)), picture: null };

  function turnOf(
    row: PostRow,
    turn: Turn,
    before: PostRow | undefined,
    isFirstOfDay: boolean,
    room: Room,
  ): TurnMessage {
    const { rows, turns } = room;
    const texts = textsOf(row, turns);
    const aiName = authorName(row, room);
    const isQueued = turn.state === 'waiting' && rows.some(isBeingAnswered);
    const quote = before?.message_id === turn.question_id ? null : quoteOf(turn.question_id, false, room);
    const question = byId.get(turn.question_id);
    const isAskable = !question?.is_off_record && (question?.deleted_at ?? null) === null;
    return same(
      row.message_id,
      [row, texts, names, aiName, isQueued, quote, isFirstOfDay, isAskable],
      () => ({
        id: row.message_id,
        role: 'assistant',
        at: row.created_at,
        ...texts,
        rest: [],
        isTooLong: false,
        thinkingSince: null,
        thoughtFor: null,
        isGrowing: turn.state === 'running',
        error: null,
        row,
        turn,
        aiName,
        names,
        isQueued,
        quote,
        isFirstOfDay,
        isAskable,
        isDeleted: row.deleted_at !== null,
        deletedBy: deletedBy(row),
      }),
    );
  }

  /** Whether growing texts are still the listed objects: those notify their own listeners. */
  const areTextsSame = (turns: Room['turns']) =>
    Object.keys(turns).every((id) => {
      const line = made.get(id)?.line;
      return line?.role !== 'assistant' || line.text === textsOf(line.row, turns).text;
    });

  return (room) => {
    const { rows, waiting, people, turns, own, older } = room;
    const of = [rows, waiting, people, own?.space.ai_name, older === null];
    if (last && areSame(last.of, of)) {
      if (last.turns === turns || areTextsSame(turns)) {
        last.turns = turns;
        return last.listed;
      }
    }
    byId = new Map(rows.map((row) => [row.message_id, row]));
    if (people !== named) names = namesIn(people, me, nameOf);
    named = people;
    const beginsDay = dayChanges(older === null);
    const posts = rows.map((row, index) => {
      const isFirstOfDay = beginsDay(row.created_at);
      if (row.turn) return turnOf(row, row.turn, rows[index - 1], isFirstOfDay, room);
      const author = row.by_id === null ? null : (people[row.by_id] ?? null);
      const quote = quoteOf(row.reply_to, row.is_reply_withheld, room);
      const notice = row.kind === 'notice' ? noticeWords(row, names) : null;
      const deleter = deletedBy(row);
      const isContinued = !isFirstOfDay && continues(row, rows[index - 1]);
      const reacted = row.reactions.length > 0 && names;
      const of = [row, author, reacted, quote, notice, deleter, isContinued, isFirstOfDay];
      return same(row.message_id, of, () => ({
        id: row.message_id,
        role: 'user',
        ...(row.by_id !== me && { by: personOf(row.by_id, author) }),
        isContinued,
        at: row.created_at,
        content: notice ?? row.body,
        attachments: [],
        error: null,
        isDeleted: row.deleted_at !== null,
        row,
        waiting: null,
        author,
        names,
        files: row.files,
        isOffRecord: row.is_off_record,
        isForMe: row.mentions.includes(me),
        quote,
        isFirstOfDay,
        deletedBy: deleter,
      }));
    });
    const ahead = waiting.map((post, index) => {
      const quote = quoteOf(post.reply_to, false, room);
      const isFirstOfDay = beginsDay(post.at);
      const isContinued = !isFirstOfDay && (index > 0 || continues(asRow(post, me), rows.at(-1)));
      // Posts read from storage again are new objects with the same content.
      return same(post.message_id, [post.body, post.failed, quote, isContinued, isFirstOfDay], () => ({
        id: post.message_id,
        role: 'user',
        isContinued,
        at: post.at,
        content: post.body,
        attachments: [],
        error: null,
        row: null,
        waiting: post,
        author: null,
        names,
        files: post.files,
        isOffRecord: post.is_off_record,
        isForMe: false,
        quote,
        isFirstOfDay,
        deletedBy: null,
      }));
    });
    const listed: ListedPosts = {
      messages: [...posts, ...ahead],
      forks: noForks,
      sentFrom: null,
      pending: idle,
    };
    last = { of, turns, listed };
    return listed;
  };
}

/** Whether each of the given times, in order, is of another day than the one before it. */
function dayChanges(isFirstKnown: boolean): (at: number) => boolean {
  let last: number | null = null;
  return (at) => {
    const day = dayOf(at);
    const isFirst = last === null ? isFirstKnown : day !== last;
    last = day;
    return isFirst;
  };
}

const areSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((part, at) => part === other[at]);

/** Milliseconds within which posts of one person stand together. */
const together = 5 * 60_000;

type Place = Pick<PostRow, 'kind' | 'by_id' | 'created_at' | 'deleted_at'>;

const asRow = ({ at }: WaitingPost, me: string): Place => ({
  kind: 'post',
  by_id: me,
  created_at: at,
  deleted_at: null,
});

/** Whether a post follows closely on another by the same person. */
const continues = (row: Place, before: Place | undefined): boolean =>
  row.kind === 'post' &&
  before?.kind === 'post' &&
  row.by_id !== null &&
  row.by_id === before.by_id &&
  row.deleted_at === null &&
  before.deleted_at === null &&
  row.created_at - before.created_at < together;

const isBeingAnswered = ({ turn }: PostRow) => turn?.state === 'offered' || turn?.state === 'running';

const noForks = {};
const idle = { type: 'idle' } as const;
const notLoaded = { name: '', text: 'An earlier message' };
const withheld: Quoted = { id: null, name: '', text: 'A message you cannot see' };

/** What a message says, in short. */
export function quoteText(row: PostRow): string {
  const { files, deleted_at } = row;
  if (deleted_at !== null) return 'A deleted message';
  const body = wordsOf(row);
  if (body === '') return files.map(({ name }) => name).join(', ');
  return body.length > quoteLength ? `${body.slice(0, quoteLength)}…` : body;
}

/** The text of a notice. */
function noticeWords({ by_id, notice }: PostRow, { who }: Names): string {
  const by = who(by_id);
  const whom = who(notice?.user_id ?? null);
  const name = notice?.name ?? '';
  const words: Record<NoticeKind, string> = {
    created: `${by} created this space`,
    joined: `${by} joined`,
    left: `${by} left`,
    removed: `${by} removed ${whom}`,
    renamed: `${by} named this space “${name}”`,
    archived: `${by} archived this space`,
    reopened: `${by} reopened this space`,
    'handed-over': `${by} handed this space over to ${whom}`,
    scheduled: name ? `${by} scheduled the session “${name}”` : `${by} scheduled a session`,
    moved: name ? `${by} moved the session “${name}”` : `${by} moved a session`,
    cancelled: name ? `${by} cancelled the session “${name}”` : `${by} cancelled a session`,
  };
  if (!notice) return '';
  // A newer server may know more kinds.
  const text = (words as Record<string, string | undefined>)[notice.kind];
  return capitalized(text ?? 'something happened in this space');
}
