import { newId } from '@polylogue/sync';
import { bootDatabase } from '../platform/database/boot.ts';
import { feedStore, rowIdOf } from '../platform/feed/feeds.ts';
import { searchQueue } from '../platform/search/search-queue.ts';

// Fills a database for the bench with what was said: SAID messages of WORDS words (30) within three years, SHARE of them (0 to 1) in
// the conversations of person1, the others spread over the spaces of the database. Prints how many bytes the texts have.
// person1 is in 20 of them.
// In Chinese where SCRIPT is `han`: WORDS characters then.
// AFTER so many that are there already: what is new is then to be read by the index of a server that is running.
const said = Number(process.env.SAID);
const share = Number(process.env.SHARE ?? 1);
const after = Number(process.env.AFTER ?? 0);
const words = Number(process.env.WORDS ?? 30);
const isHan = process.env.SCRIPT === 'han';
const years = 3;

const database = await bootDatabase({ url: process.env.DATABASE_URL, dataDir: process.env.DATA_DIR ?? '' });
const { db } = database;
/** The same numbers from 0 to 1 each time. */
let state = 1;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const now = Date.now();
const span = years * 365 * 86_400_000;

/** Words as frequent as those of a language: the nth about n times rarer than the first. */
const vocabulary = 60_000;
const syllables = 'ka ro in te mo sa li con pre str an er ti de un ex qu fa be gh ow ly ment ing'.split(' ');
const syllable = (number: number) => syllables[number % syllables.length] ?? '';
function word(number: number): string {
  let text = syllable(number);
  for (
    let rest = Math.floor(number / syllables.length);
    rest > 0;
    rest = Math.floor(rest / syllables.length)
  ) {
    text += syllable(rest);
  }
  return text;
}
const upTo = (most: number) => Math.floor(Math.exp(random() * Math.log(most))) - 1;
const anyWord = () => word(upTo(vocabulary));
/** Words of two characters, as frequent as those of Chinese. */
const hanVocabulary = 20_000;
function hanWord(number: number): string {
  const character = (of: number) => String.fromCodePoint(0x4e00 + (of % 3_000));
  return character(number * 7_919) + character(number * 104_729 + 17);
}
const text = () =>
  isHan
    ? Array.from(
        { length: words / 2 },
        (_, at) => hanWord(upTo(hanVocabulary)) + (at % 6 === 5 ? '，' : ''),
      ).join('')
    : Array.from({ length: words }, anyWord).join(' ');

let bytes = 0;
const perPage = 500;

async function inConversations(count: number) {
  const { feed } = await database.transaction(async (trx) => {
    await feedStore(trx).create('account', 'id-1');
    return (await feedStore(trx).of('id-1')) ?? { feed: 0 };
  });
  let conversation_id = '';
  for (let from = 0; from < count; from += perPage) {
    conversation_id = newId();
    const rows = Array.from({ length: Math.min(perPage, count - from) }, (_, index) => {
      const number = after + from + index + 1;
      const body = text();
      bytes += Buffer.byteLength(body);
      const created_at = Math.floor(now - span + (span * (from + index + 1)) / count);
      return {
        row_id: rowIdOf(feed, number),
        feed,
        message_id: newId(),
        conversation_id,
        parent_id: null,
        seq: number,
        created_at,
        role: 'user' as const,
        body,
        reasoning: '',
        body_length: body.length,
        reasoning_length: 0,
        bytes: body.length,
        details: null,
        fields: '{}',
        run_id: null,
        ended_at: created_at,
      };
    });
    const conversation = {
      feed,
      conversation_id,
      seq: from + 1,
      created_at: now - span,
      last_message_at: rows.at(-1)?.created_at ?? now,
      messages: rows.length,
      bytes: 0,
      fields: '{}',
      deleted_at: null,
      erased_until: null,
      is_purging: false,
      purged_at: null,
    };
    await database.transaction(async (trx) => {
      await trx.insertInto('conversations').values(conversation).execute();
      await trx.insertInto('messages').values(rows).execute();
      if (after > 0) await searchQueue(trx).add(rows);
    });
  }
  // What comes over the wire goes on from there.
  const last = after + count;
  await database.transaction((trx) =>
    feedStore(trx).advance(feed, { head: last, rows: last, messages: last, bytes }),
  );
}

async function inSpaces(count: number) {
  const spaces = await db.selectFrom('spaces').select(['feed']).execute();
  const each = Math.floor(count / Math.max(1, spaces.length));
  for (const { feed } of spaces) {
    for (let from = 0; from < each; from += perPage) {
      const rows = Array.from({ length: Math.min(perPage, each - from) }, (_, index) => {
        const number = from + index + 1;
        const body = text();
        bytes += Buffer.byteLength(body);
        return {
          row_id: rowIdOf(feed, number),
          feed,
          message_id: newId(),
          seq: number,
          kind: 'post' as const,
          by_id: 'id-1',
          created_at: Math.floor(now - span + (span * number) / each),
          body,
          mentions: '[]',
          is_off_record: false,
          files: '[]',
          bytes: body.length,
        };
      });
      await database.transaction((trx) => trx.insertInto('space_messages').values(rows).execute());
    }
    await database.transaction(async (trx) => {
      const claimed = await feedStore(trx).claim(feed);
      if (!claimed) return;
      const { head, rows, messages, bytes } = claimed;
      await feedStore(trx).advance(feed, { head: head + each, rows: rows + each, messages, bytes });
    });
  }
}

/** person1 stays in so many rooms; everyone else in all. */
const roomsOfFirst = 20;

async function leaveRooms() {
  const kept = db.selectFrom('spaces').select('space_id').orderBy('space_id').limit(roomsOfFirst);
  await db
    .updateTable('space_members')
    .set({ left_at: now })
    .where('user_id', '=', 'id-1')
    .where('space_id', 'not in', kept)
    .execute();
}

const began = performance.now();
await inConversations(Math.round(said * share));
await inSpaces(said - Math.round(said * share));
await leaveRooms();
console.error(`  ${said} messages written in ${Math.round((performance.now() - began) / 1_000)} s`);
await database.close();
console.log(JSON.stringify(bytes));
