import { firstWords } from '@polylogue/sync';
import { wordsOf } from '@polylogue/sync/turns';
import type { Queries } from '../../../platform/database/database.ts';
import { messageStore } from '../store/message-store.ts';
import type { NotificationRow } from '../store/notification-store.ts';
import type { SpaceRow } from '../store/space-store.ts';
import { turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';

export const hasMessage = (kind: NotificationRow['kind']) =>
  kind === 'mention' || kind === 'answer' || kind === 'waiting';

/** Characters of a message. */
const longest = 200;

interface About {
  row: NotificationRow;
  space: SpaceRow;
}

/**
 * How the messages begin that notifications are about, on one line and without marks; of a question that waits, the post
 * that asks it.
 */
export async function textsOf(db: Queries, all: readonly About[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const about = all.filter(({ row }) => hasMessage(row.kind));
  for (const [feed, some] of Map.groupBy(about, ({ space }) => space.feed)) {
    const ids = some.map(({ row }) => row.about_id);
    const turns = new Map((await turnStore(db).some(feed, ids)).map((turn) => [turn.turn_id, turn]));
    const messageOf = ({ kind, about_id }: NotificationRow) =>
      kind === 'waiting' ? (turns.get(about_id)?.question_id ?? about_id) : about_id;
    const found = await messageStore(db).some(feed, [...new Set(some.map(({ row }) => messageOf(row)))]);
    const messages = new Map(found.map((message) => [message.message_id, message]));
    for (const { row } of some) {
      const message = messages.get(messageOf(row));
      const turn = row.kind === 'answer' ? turns.get(row.about_id) : undefined;
      if (!message || message.deleted_at !== null) continue;
      const words = turn ? wordsOf({ body: turn.text, turn: turnRowOf(turn) }) : message.body;
      texts.set(row.notification_id, firstWords(words, longest));
    }
  }
  return texts;
}
