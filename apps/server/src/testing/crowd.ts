import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { searchKey } from '../platform/database/folded.ts';

interface Crowd {
  /** How many accounts. */
  size: number;
  /** A space in which all of them are listeners. */
  spaceId?: string;
  /** Everyone's first and last name. */
  names?: readonly [string, string];
}

/** Thousands of accounts, copied by the database from the one that is there; `person1` is the first username. */
export async function addCrowd({ db, dialect }: Database, { size, spaceId, names }: Crowd): Promise<void> {
  const isPostgres = dialect === 'postgres';
  const numbers = isPostgres
    ? sql`select i from generate_series(1, ${size}::int) as one(i)`
    : sql`with recursive one(i) as (select 1 union all select i + 1 from one where i < ${size}) select i from one`;
  const id = isPostgres
    ? sql`'00000000-0000-7000-8000-' || lpad(i::text, 12, '0')`
    : sql`printf('00000000-0000-7000-8000-%012d', i)`;
  const [first, last] = names ?? [null, null];
  await sql`insert into users (user_id, username, username_canonical, email, email_canonical, hashed_password,
      created_at, updated_at, auth_provider, email_verified, phone_number_verified, previous_usernames,
      privacy_public_profile, privacy_allow_search, privacy_allow_invites, user_standing, first_name, last_name, full_name_folded)
    select ${id}, 'person' || i, 'person' || i, 'person' || i || '@example.com', 'person' || i || '@example.com',
      hashed_password, created_at, created_at, auth_provider, email_verified, phone_number_verified, '[]',
      privacy_public_profile, privacy_allow_search, privacy_allow_invites, user_standing,
      cast(${first} as text), cast(${last} as text), cast(${names ? searchKey(names.join(' ')) : null} as text)
    from (${numbers}) as numbers, (select * from users order by user_id limit 1) as model`.execute(db);
  if (spaceId === undefined) return;
  await sql`insert into space_members
      (space_id, user_id, seq, role, joined_at, is_removed, is_banned, read_number, notify)
    select space_id, ${id}, 1, 'listener', joined_at, is_removed, is_banned, 0, notify
    from (${numbers}) as numbers, (select * from space_members where space_id = ${spaceId} limit 1) as model`.execute(
    db,
  );
}

/** Blocks between a person and everyone of a crowd. */
export async function blockCrowd({ db, dialect }: Database, userId: string, by: 'person' | 'crowd') {
  const never = dialect === 'postgres' ? sql`false` : sql`0`;
  const [blocker, blocked] =
    by === 'person' ? [sql`${userId}`, sql`user_id`] : [sql`user_id`, sql`${userId}`];
  await sql`insert into blocks (blocker_id, blocked_id, blocked_at, was_seen)
    select ${blocker}, ${blocked}, 1, ${never} from users where username like 'person%'`.execute(db);
}
