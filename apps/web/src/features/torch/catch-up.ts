import { context, roomFor } from '@polylogue/sync/turns';
import { answer, failureSentence, savedProviders } from '../keys/index.ts';
import { nameOf } from '../person/index.ts';
import { contextRows } from './context-rows.ts';
import { countedFor } from './model-terms.ts';
import { questionOf } from './question.ts';
import { connectionFor, torchOf } from './wiring.ts';

interface CatchUpNeeds {
  me: string;
  space_id: string;
  /** The number of the message after which somebody was away; it and those before are not sent. */
  after: number;
  /** The number of the last message. */
  until: number;
  hear(text: string): void;
  signal: AbortSignal;
}

const questionId = 'catch-up';
const words =
  'I was away. Summarise for me what was written above, in a few sentences: what was decided, what is still open, and what was asked of me.';
const longest = 2_000;
const unlimited = { usd: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };

/**
 * Asks one's own provider, with one's own key, what was written in a space: nobody else sees the question or the answer.
 * Returns what went wrong, as a sentence; null: nothing.
 */
export async function catchUp({
  me,
  space_id,
  after,
  until,
  hear,
  signal,
}: CatchUpNeeds): Promise<string | null> {
  const connection = connectionFor();
  if (!connection || savedProviders().length === 0) return 'Connect a model first.';
  const { own, rows, people, blocked, texts } = await torchOf(me).read(space_id, until);
  const counted = await countedFor(connection, false);
  const room = roomFor(unlimited, counted, longest);
  const sent = contextRows(rows, until, texts).filter((row) => row.is_withheld || row.number > after);
  const asked = {
    message_id: questionId,
    number: until + 1,
    kind: 'post' as const,
    by_id: me,
    body: words,
    reply_to: null,
    is_off_record: false,
    deleted_at: null,
    files: [],
  };
  const { name, ai_name, ai_instructions } = own.space;
  const space = {
    ...{ name, ai_name, ai_instructions },
    nameOf(userId: string) {
      const person = people.get(userId);
      return person ? nameOf(person) : null;
    },
  };
  const { tokensOf, fileTokensOf } = counted;
  // Pictures and documents are named, not sent: a summary is of words.
  const holder = { room: room?.input ?? 0, tokensOf, fileTokensOf, takes: () => false, blocked };
  const question = context(space, [...sent, asked], questionId, holder);
  if (!question || !room) return 'This model has no room for these messages.';
  for await (const event of answer({ ...questionOf(question, new Map()), maxTokens: room.output }, signal)) {
    if (event.type === 'text') hear(event.text);
    if (event.type === 'failed') {
      const { cause, hint } = failureSentence(event.failure, connection.provider, connection.endpoint);
      return hint ? `${cause} ${hint}` : cause;
    }
  }
  return null;
}
