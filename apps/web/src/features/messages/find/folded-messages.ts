import { initialProgress, initialTyped, parseMore, treeSoFar } from '@polylogue/markdown';
import { visibleTextReader } from '@polylogue/markdown/visible-text';
import type { ListedMessage } from '../view/message.ts';
import { foldedText } from './fold.ts';

/** Characters of a long text read at once. */
const chunkSize = 50_000;

/** The folded words of a message by block. */
export interface FoldedMessage {
  /** The text they were read from, and how much of it there was then. */
  of: unknown;
  size: number;
  reasoning: FoldedText | null;
  text: FoldedText;
  /** Resumes where it stopped; only for a message that is still growing. */
  readings: Readings | null;
}

/** The folded words of a text, by block and by footnote. */
export interface FoldedText {
  blocks: readonly string[];
  notes: readonly string[];
}

type Reading = ReturnType<typeof reading>;
interface Readings {
  reasoning: Reading;
  text: Reading;
}

/** The folded words of messages: each text is read once, in pieces, and what grows only on from where it ended. */
export function foldedMessages(isReasoningOpen: (id: string) => boolean) {
  const known = new Map<string, FoldedMessage>();
  /** What was being read when a change restarted the search; reading resumes from there. */
  const begun = new Map<string, { of: unknown; readings: Readings }>();

  const isOpen = (message: ListedMessage) =>
    message.role === 'assistant' && message.reasoning !== null && isReasoningOpen(message.id);

  function sizeOf(message: ListedMessage): number {
    if (message.role === 'user') return message.content.length;
    return message.text.length + (isOpen(message) ? (message.reasoning?.length ?? 0) + 1 : 0);
  }

  function readingsOf(id: string, of: unknown, isUser: boolean): Readings {
    const earlier = [known.get(id), begun.get(id)].map((one) => (one?.of === of ? one?.readings : null));
    const readings = earlier.find(Boolean) ?? { reasoning: reading(false), text: reading(isUser) };
    begun.set(id, { of, readings });
    return readings;
  }

  return {
    /** As far as the message has been read. */
    get: (id: string) => known.get(id),
    /** Pauses after each piece. */
    *read(message: ListedMessage): Generator<undefined, FoldedMessage> {
      const size = sizeOf(message);
      const of = message.role === 'user' ? message.content : message.text;
      const before = known.get(message.id);
      if (before?.of === of && before.size === size) return before;
      const isUser = message.role === 'user';
      const readings = readingsOf(message.id, of, isUser);
      const reasoning =
        !isUser && isOpen(message) ? yield* readings.reasoning(message.reasoning?.value ?? '') : null;
      const text = yield* readings.text(isUser ? message.content : message.text.value);
      const isGrowing = !isUser && message.isGrowing;
      const words = { of, size, reasoning, text, readings: isGrowing ? readings : null };
      known.set(message.id, words);
      begun.delete(message.id);
      return words;
    },
    clear() {
      known.clear();
      begun.clear();
    },
  };
}

/** Reads the folded words of a text in pieces; if the text has grown, only what is new. */
function reading(breaks: boolean) {
  const words = visibleTextReader(breaks, foldedText);
  let progress = breaks ? initialTyped : initialProgress;
  let length = 0;

  return function* (text: string): Generator<undefined, FoldedText> {
    while (length < text.length) {
      const next = text.slice(length, length + chunkSize);
      progress = parseMore(progress, next);
      length += next.length;
      if (text.length > chunkSize) yield;
    }
    const shown = words(treeSoFar(progress, true));
    return { blocks: yield* gathered(shown.blocks), notes: yield* gathered(shown.notes) };
  };
}

function* gathered(all: Iterable<string>): Generator<undefined, string[]> {
  const texts: string[] = [];
  let size = 0;
  for (const words of all) {
    texts.push(words);
    size += words.length;
    if (size < chunkSize) continue;
    size = 0;
    yield;
  }
  return texts;
}
