import { setImmediate } from 'node:timers/promises';
import type { Database, Queries } from '../../platform/database/database.ts';
import { type Feed, feedStore } from '../../platform/feed/feeds.ts';
import { conversationStore } from './conversation-store.ts';
import { conversationTexts } from './conversation-texts.ts';
import { conversationMessageStore } from './message-store.ts';
import { type AccountRecord, recordStore } from './record-store.ts';
import { removeSomeOf } from './remove-feed.ts';
import { wholeRecord } from './rows.ts';
import { type UsageRecordRow, usageStore } from './usage-store.ts';

/** How many rows are removed per transaction, or read per query. */
const slice = 500;

/** The stored conversations of a person, for their copy and for when they leave. */
export function personalData({ database }: { database: Database }) {
  const { reading } = database;
  const store = conversationStore(reading);

  /** All conversations that have not been purged, and the usage records. */
  async function* texts(userId: string) {
    const feed = await feedStore(reading).of(userId);
    if (feed) yield* conversations(feed.feed);
    yield* records(feed);
    yield* usage(feed);
  }

  async function* conversations(feed: number) {
    let page: string[] = [];
    do {
      page = await store.ids(feed, page.at(-1) ?? '', slice);
      for (const conversation_id of page) {
        const row = await store.find(feed, conversation_id);
        if (row && row.purged_at === null) yield* conversationTexts(conversationMessageStore(reading), row);
      }
    } while (page.length === slice);
  }

  async function* records(feed: Feed | undefined) {
    yield { name: 'records.json', text: '[' };
    let separator = '\n';
    let page: AccountRecord[] = [];
    do {
      page = feed ? await recordStore(reading).after(feed.feed, page.at(-1), slice) : [];
      for (const row of page) {
        yield { more: `${separator}  ${wholeRecord(row)}` };
        separator = ',\n';
      }
    } while (page.length === slice);
    yield { more: separator === '\n' ? ']\n' : '\n]\n' };
  }

  async function* usage(feed: Feed | undefined) {
    yield { name: 'usage.json', text: '[' };
    let separator = '\n';
    let page: UsageRecordRow[] = [];
    do {
      page = feed ? await usageStore(reading).after(feed.feed, page.at(-1)?.usage_id ?? '', slice) : [];
      for (const { feed: _, day: __, created_at, ...row } of page) {
        const record = { ...row, created_at: new Date(created_at).toISOString() };
        yield { more: `${separator}  ${JSON.stringify(record)}` };
        separator = ',\n';
      }
    } while (page.length === slice);
    yield { more: separator === '\n' ? ']\n' : '\n]\n' };
  }

  return {
    name: 'conversations',
    collect: async () => ({}),
    texts,
    /** Twice the size: as JSON and as Markdown. */
    textBytes: async (userId: string) => 2 * ((await feedStore(reading).of(userId))?.bytes ?? 0),

    /** Removes the feed and everything in it; safe to repeat after an interruption. */
    async forget(userId: string): Promise<void> {
      const feed = await feedStore(database.db).of(userId);
      if (!feed) return;
      const removeSome = () =>
        database.transaction(async (trx) => {
          const isThere = await feedStore(trx).claim(feed.feed);
          return isThere !== undefined && (await removeSomeOf(trx, feed.feed, slice));
        });
      // Lets other work run between two slices.
      while (await removeSome()) await setImmediate();
    },

    holds: async (userId: string, on: Queries): Promise<boolean> =>
      (await feedStore(on).of(userId)) !== undefined,
  };
}
