import type { ListedMessage } from '../view/message.ts';
import { matchesIn } from './fold.ts';
import type { FoldedMessage, FoldedText } from './folded-messages.ts';

/** One match of a word that is sought. */
export interface Match {
  /** The message's: where it stands changes when earlier ones are loaded. */
  id: string;
  part: 'reasoning' | 'text';
  /** In a footnote of that text. */
  isNote: boolean;
  /** The index of the block or footnote in that text, and of the match within it. */
  block: number;
  nth: number;
}

export function matchesOf(
  { reasoning, text }: FoldedMessage,
  id: string,
  sought: readonly string[],
): Match[] {
  const within = (texts: readonly string[], part: Match['part'], isNote: boolean) =>
    texts.flatMap((folded, block) =>
      Array.from(matchesIn(folded, sought), (_, nth): Match => ({ id, part, isNote, block, nth })),
    );
  const of = (texts: FoldedText | null, part: Match['part']) =>
    texts ? [...within(texts.blocks, part, false), ...within(texts.notes, part, true)] : [];
  return [...of(reasoning, 'reasoning'), ...of(text, 'text')];
}

const same = (one: Match, other: Match) =>
  one.part === other.part &&
  one.isNote === other.isNote &&
  one.block === other.block &&
  one.nth === other.nth;

/** The matches of messages in their present order, which changes when earlier ones are loaded. */
export function countedMatches(
  messages: () => readonly ListedMessage[],
  wordsOf: (id: string) => FoldedMessage | undefined,
  sought: () => readonly string[],
) {
  /** How many each message has, by id; those not read yet are missing. */
  const counts = new Map<string, number>();
  const countOf = (sum: number, { id }: ListedMessage) => sum + (counts.get(id) ?? 0);
  const indexOf = (id: string | undefined) => messages().findIndex((message) => message.id === id);

  function of(id: string): Match[] {
    const message = messages()[indexOf(id)];
    const words = message && wordsOf(id);
    return words && !message.isDeleted ? matchesOf(words, id, sought()) : [];
  }

  /** Its place among those of its message; -1: it is gone. */
  const placeOf = (match: Match) => of(match.id).findIndex((one) => same(one, match));

  return {
    counts,
    indexOf,
    of,
    placeOf,
    total: () => messages().reduce(countOf, 0),
    /** Its number among all, from 1. */
    ordinalOf: (match: Match) =>
      messages().slice(0, indexOf(match.id)).reduce(countOf, 0) + placeOf(match) + 1,
    /**
     * The one after a match or a message, or before it: its message, and its place in that. Null: there is none.
     * `isDone`: those not read have none.
     */
    next(
      here: Match | { id: string | undefined },
      by: 1 | -1,
      isDone: boolean,
    ): [id: string, place: number] | 'unread' | null {
      const all = messages();
      const place = 'nth' in here ? placeOf(here) + by : -1;
      if ('nth' in here && place >= 0 && place < (counts.get(here.id) ?? 0)) return [here.id, place];
      const at = Math.max(0, indexOf(here.id));
      for (let passed = 1; passed <= all.length; passed++) {
        const { id = '' } = all[(at + by * passed + all.length * 2) % all.length] ?? {};
        const count = counts.get(id);
        if (count === undefined && !isDone) return 'unread';
        if (count) return [id, by === 1 ? 0 : -1];
      }
      return null;
    },
  };
}
