import { sql } from 'kysely';
import { accounts } from '../accounts.ts';
import { bootDatabase } from '../platform/database/boot.ts';
import { passwords } from '../platform/tokens/passwords.ts';

// Fills a database for the bench: PEOPLE accounts named person1, person2, …, all with one password; the first
// SIGNED_IN are signed in, and their access tokens are printed on one line as JSON. With FINDABLE, one in that many
// has a name and allows search: a tenth of these are called Anna, the others by three letters that few share.
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
