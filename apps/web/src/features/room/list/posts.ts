import type { PostRow, SpacePerson } from '@polylogue/contract';
import { dayOf } from '../../../lib/text/time.ts';
import type { ListSource, ListState, MessageAuthor } from '../../messages/index.ts';
import type { WaitingPost } from '../../post/outbox.ts';
import { namesIn } from '../engine/names.ts';
import type { Room } from '../engine/room.ts';
import { heldBack } from '../engine/slow-mode.ts';
import { askedAgainIn } from '../words/asked-again.ts';
import { aiNameOf } from '../words/asking.ts';
import { noticeWords } from '../words/notice-words.ts';
import { placesIn } from '../words/queue.ts';
import { shownTexts } from '../words/shown-texts.ts';
import { joinedTogether } from './joined-together.ts';
import { type Post, postLine, type TurnMessage, turnLine, waitingLine } from './lines.ts';
import { quotes } from './quotes.ts';

export interface ListedPosts extends ListState {
  messages: readonly (Post | TurnMessage)[];
}

/** The list of a room, as it changes. */
export interface PostSource extends ListSource {
  read(): ListedPosts;
}

/** How to show a person. */
export interface PersonFormat {
  nameOf(person: SpacePerson): string;
  smallPicture(url: string | null): string | null;
}

/** The lines of a room. An unchanged line is the same object every time, so that it is not rendered again. */
export function listedPosts(me: string, { nameOf, smallPicture }: PersonFormat): (room: Room) => ListedPosts {
  const made = new Map<string, { of: readonly unknown[]; line: Post | TurnMessage }>();
  const textsOf = shownTexts();
  const quoteOf = quotes();
  let last: { of: readonly unknown[]; turns: Room['turns']; listed: ListedPosts } | undefined;
  let named: Room['people'] = {};
  let names = namesIn(named, me, nameOf);

  function same<Line extends Post | TurnMessage>(id: string, of: readonly unknown[], make: () => Line): Line {
    const known = made.get(id);
    if (known && areSame(known.of, of)) return known.line as Line;
    const line = make();
    made.set(id, { of, line });
    return line;
  }

  const personOf = (id: string | null, person: SpacePerson | null): MessageAuthor =>
    person
      ? { id: person.user_id, name: names.of(person), picture: smallPicture(person.profile_picture_url) }
      : { id: id ?? '', name: names.sentence(names.who(id)), picture: null };

  /** Whether growing texts are still the listed objects: those notify their own listeners. */
  const areTextsSame = (turns: Room['turns']) =>
    Object.keys(turns).every((id) => {
      const line = made.get(id)?.line;
      return line?.role !== 'assistant' || line.text === textsOf(line.row, turns).text;
    });

  return (room) => {
    const { rows, waiting, people, turns, own, older } = room;
    const { ai_name, pins: pinned } = own?.space ?? {};
    const held = heldBack(room, me);
    const of = [rows, waiting, people, ai_name, pinned, held?.until, held?.each, older === null];
    if (last && areSame(last.of, of) && (last.turns === turns || areTextsSame(turns))) {
      last.turns = turns;
      return last.listed;
    }
    if (people !== named) names = namesIn(people, me, nameOf);
    named = people;
    const byId = new Map(rows.map((row) => [row.message_id, row]));
    const beginsDay = dayChanges(older === null);
    const places = placesIn(room);
    const wasAskedAgain = askedAgainIn(rows, me);
    const pins = new Set(own?.space.pins);
    const { shown, groups } = joinedTogether(rows.filter((row) => !isTakenBack(row)));
    const authorOf = (row: PostRow) => (row.turn && own ? aiNameOf(own.space) : names.who(row.by_id));
    const quote = (id: string | null, isWithheld = false) => {
      const row = id === null ? undefined : byId.get(id);
      const author = row?.turn ? authorOf(row) : row && names.sentence(authorOf(row));
      return quoteOf(id, isWithheld, row, author ?? '');
    };
    const listed = shown.map((row, index) => {
      const before = shown[index - 1];
      const isFirstOfDay = beginsDay(row.created_at);
      const deletedBy = row.deleted_at === null ? null : names.someone(row.deleted_by);
      const isPinned = pins.has(row.message_id);
      const { turn } = row;
      if (turn) {
        const question = byId.get(turn.question_id);
        const texts = textsOf(row, turns);
        const beside = {
          names,
          aiName: authorOf(row),
          place: places.get(row.message_id) ?? null,
          quote: before?.message_id === turn.question_id ? null : quote(turn.question_id),
          isFirstOfDay,
          isAskable:
            !question?.is_off_record && (question?.deleted_at ?? null) === null && !wasAskedAgain(row, turn),
          deletedBy,
          isPinned,
        };
        const leftOut = (turn.left_out ?? []).flatMap((id) => quote(id) ?? []);
        const of = [row, texts, ...Object.values(beside), ...leftOut];
        return same(row.message_id, of, () => turnLine(row, turn, texts, { ...beside, leftOut }));
      }
      const author = row.by_id === null ? null : (people[row.by_id] ?? null);
      const notice = row.kind === 'notice' ? noticeWords(row, names, groups.get(row.message_id)) : null;
      const beside = {
        author,
        isForMe: row.mentions.includes(me),
        quote: quote(row.reply_to, row.is_reply_withheld),
        deletedBy,
        isContinued: !isFirstOfDay && continues(row, before),
        isFirstOfDay,
        isPinned,
      };
      // Its names are those of reactions.
      const by = row.by_id === me ? null : personOf(row.by_id, author);
      const of = [row, notice, by?.name, row.reactions.length > 0 && names, ...Object.values(beside)];
      return same(row.message_id, of, () => postLine(row, notice ?? row.body, by, { names, ...beside }));
    });
    let before = 0;
    const ahead = waiting.map((post, index) => {
      const heldUntil = held && post.failed === null ? held.until + held.each * before++ : null;
      const isFirstOfDay = beginsDay(post.at);
      const isContinued = !isFirstOfDay && (index > 0 || continues(asRow(post, me), shown.at(-1)));
      const beside = { quote: quote(post.reply_to), isContinued, isFirstOfDay, heldUntil };
      // Posts read from storage again are new objects with the same content.
      const of = [post.body, post.failed, ...Object.values(beside)];
      return same(post.message_id, of, () => waitingLine(post, { names, ...beside }));
    });
    const messages = [...listed, ...ahead];
    last = { of, turns, listed: { messages, forks: noForks, sentFrom: null, pending: idle } };
    return last.listed;
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

/** Nothing is left of a notice that was undone. */
const isTakenBack = ({ kind, deleted_at }: PostRow) => kind === 'notice' && deleted_at !== null;

const noForks = {};
const idle = { type: 'idle' } as const;
