import { type RawBuilder, sql } from 'kysely';
import { accounts } from '../accounts.ts';
import { bootDatabase } from '../platform/database/boot.ts';
import { passwords } from '../platform/tokens/passwords.ts';

// Fills a database for the bench: PEOPLE accounts named person1, person2, …, all with one password; the first
// SIGNED_IN are signed in, and their access tokens are printed on one line as JSON. With FINDABLE, one in that many
// has a name and allows search: a tenth of these are called Anna, the others by three letters that few share. With
// ROOMS, everyone is in that many public spaces of 200 people: place K of person P in `roomOf` of bench/server/news.ts.
export const password = 'Secret-1-secret';
const people = Number(process.env.PEOPLE);
const signedIn = Number(process.env.SIGNED_IN);
const findable = Number(process.env.FINDABLE ?? 0);

const database = await bootDatabase({
  url: process.env.DATABASE_URL,
  dataDir: process.env.DATA_DIR ?? '',
});
const { auth } = accounts({
  database,
  sendMail: async () => {},
  origin: () => 'http://localhost',
  signup: 'open',
  isChallenged: false,
  now: Date.now,
});

const now = Date.now();
const hashed = await passwords().hash(password);
const rooms = Number(process.env.ROOMS ?? 0);
const batch = 20_000;
for (let from = 1; from <= people; from += batch) {
  const to = Math.min(people, from + batch - 1);
  await sql`
    with recursive numbers(n) as (values(${sql.lit(from)}) union all select n + 1 from numbers where n < ${sql.lit(to)})
    insert into users (
      user_id, auth_provider, username, username_canonical, email, email_canonical, email_verified, hashed_password,
      phone_number_verified, previous_usernames, privacy_public_profile, privacy_allow_search, privacy_allow_invites,
      user_standing, created_at, updated_at)
    select 'id-' || n, 'password', 'person' || n, 'person' || n, 'person' || n || '@example.com',
      'person' || n || '@example.com', true, ${hashed}, false, '[]', false, false, false, 'good',
      ${sql.lit(now)}, ${sql.lit(now)} from numbers`.execute(database.db);
  if (findable > 0) await name(from, to);
}

async function name(from: number, to: number) {
  const numbers = sql`
    with recursive numbers(n) as (values(${sql.lit(from)}) union all select n + 1 from numbers where n < ${sql.lit(to)}),
    named(n, first, last) as (
      select n, case when n / ${sql.lit(findable)} % 10 = 0 then 'anna' else ${letters(1)} end, ${letters(7)}
      from numbers where n % ${sql.lit(findable)} = 0)`;
  await sql`
    ${numbers} update users set first_name = first, last_name = last, privacy_public_profile = true,
      privacy_allow_search = true from named where user_id = 'id-' || n`.execute(database.db);
  await sql`
    ${numbers} insert into findable_people (user_id, username, first_name, last_name, full_name)
    select 'id-' || n, 'person' || n, first, last, first || ' ' || last from named`.execute(database.db);
}

/** Three letters derived from a number; the prime factors spread neighbours apart. */
function letters(factor: number) {
  const letter = (place: number) =>
    sql`substr('abcdefghijklmnopqrstuvwxyz', 1 + n * ${sql.lit(factor)} / ${sql.lit(place)} % 26, 1)`;
  return sql`(${letter(1)} || ${letter(26)} || ${letter(676)} || 'ine')`;
}

if (rooms > 0) await fillRooms(people / 200);

/** @param each how many rooms everyone is in one of; there are `rooms` times as many */
async function fillRooms(each: number) {
  const [flag, count] = [sql.lit(false), sql.lit(each)];
  const roomId = (n: RawBuilder<unknown>) =>
    sql`'00000000-0000-7000-8000-' || substr(cast(1000000000000 + ${n} as text), 2)`;
  const ids = (from: string, to: number) => sql`
    ${sql.raw(from)}(n) as (values(0) union all select n + 1 from ${sql.raw(from)} where n < ${sql.lit(to - 1)})`;
  const numbers = sql`with recursive ${ids('numbers', each * rooms)}`;
  await sql`
    ${numbers} insert into feeds (owner_id, kind, head)
    select ${roomId(sql`n`)}, 'space', 1 from numbers`.execute(database.db);
  await sql`
    insert into spaces (
      space_id, feed, seq, name, name_folded, ai_mode, visibility, joins_as, members_invite, slow_seconds, owner_id,
      created_at, people, speakers, generation)
    select owner_id, feed, 1, 'Room', 'room', 'mentioned', 'public', 'member', ${flag}, 0, 'id-1', ${sql.lit(now)},
      200, 200, 0
    from feeds where kind = 'space'`.execute(database.db);
  await sql`
    with recursive ${ids('places', rooms)}, ${ids('persons', people)}
    insert into space_members (
      space_id, user_id, seq, role, joined_at, is_removed, is_banned, read_number, notify)
    select ${roomId(sql`(places.n * ${count} + (persons.n + places.n * (persons.n / ${count})) % ${count})`)},
      'id-' || (persons.n + 1), 1, 'member', ${sql.lit(now)}, ${flag}, ${flag}, 0, 'all'
    from places, persons`.execute(database.db);
}

const tokens: string[] = [];
const visitor = { address: '192.0.2.1', ip: '192.0.2.1', userAgent: 'bench', record: () => {} };
for (let person = 1; person <= signedIn; person += 1) {
  const userId = `id-${Math.ceil((person * people) / signedIn)}`;
  const drawn = await auth.signIns.prepare();
  const begun = await database.transaction((trx) => auth.signIns.begin(userId, drawn, visitor, trx));
  tokens.push((await auth.tokens.tokensFor(begun)).access_token);
}
if (database.dialect === 'postgres') await sql`analyze`.execute(database.db);
await database.close();
console.log(JSON.stringify(tokens));
