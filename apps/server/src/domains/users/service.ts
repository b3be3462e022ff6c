import { type Me, type Standing, Username } from '@polylogue/contract';
import type { Database, Queries } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { type Counting, ownCounting } from '../../platform/limits/counting.ts';
import { accountDeletion } from './account-deletion.ts';
import { updateFindable } from './findable.ts';
import { canonicalEmail, canonicalUsername } from './names.ts';
import { personStore } from './person-store.ts';
import { persons } from './persons.ts';
import { formerNames, type Pictures, type ProfileUpdate, profile } from './profile.ts';
import type { Relations } from './relations.ts';
import { peopleSearch } from './search.ts';
import { searchQuota } from './search-quota.ts';
import { type AccountRow, type NewUser, userStore } from './store.ts';
import { usernames } from './usernames.ts';
import { type UserWithWaiver, waiverStore } from './waiver-store.ts';
import { waivers } from './waivers.ts';

export { namesOf } from './account-deletion.ts';
export { type Contact, contacts } from './contacts.ts';
export { canonicalEmail, canonicalUsername, isReserved } from './names.ts';
export type { Pictures } from './profile.ts';
export { type Relations, strangers } from './relations.ts';
export type { AccountRow, NewUser } from './store.ts';
export type { UserWithWaiver } from './waiver-store.ts';

export interface UserDeps {
  database: Database;
  relations: Relations;
  /** Omitted where no profile is changed. */
  pictures?: Pictures;
  /** Whether this server sends mail: only then can people verify an address themselves, and must they, to be found. */
  sendsMail?: boolean;
  /** The current version of the waiver. */
  waiver: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Searches; by default in the memory of this process. */
  counting?: Pick<Counting, 'counts'>;
}

/** What one account has, and no other. */
type AccountName = { username: string } | { email: string };

const noPictures: Pictures = { isOwn: async () => false };

/** What the operator sees of an account. */
export interface ListedUser {
  userId: string;
  username: string;
  email: string;
  isVerified: boolean;
  standing: Standing;
  createdAt: Date;
}

export function userService({
  database,
  relations,
  pictures = noPictures,
  sendsMail = true,
  waiver,
  now,
  counting = ownCounting(now),
}: UserDeps) {
  const store = userStore(database.db);
  const deletion = accountDeletion({ database, now });
  const seen = persons(personStore(database.db), relations);
  const names = usernames({ now });
  const own = profile({ database, pictures, usernames: names, deletion, now });
  const quota = searchQuota(counting.counts);

  async function me(userId: string): Promise<Me> {
    const row = await waiverStore(database.db).account(userId, waiver);
    return row ? meOf(row) : accountDeleted();
  }

  const meOf = (row: UserWithWaiver): Me => asMe(row, sendsMail);

  return {
    me,
    /** The same, from a row that was read elsewhere. */
    meOf,

    async updateMe(userId: string, change: ProfileUpdate): Promise<Me> {
      await own.change(userId, change);
      return me(userId);
    },

    // Other people.
    ...seen,
    ...peopleSearch({
      db: database.reading,
      relations,
      personsSeenBy: seen.personsSeenBy,
      quota,
      mustBeVerified: sendsMail,
    }),

    waivers: waivers({ db: database.db, version: waiver, now }),

    /** The account with this username or address. */
    async accountBy(name: AccountName, on?: Queries): Promise<AccountRow | undefined> {
      if ('username' in name) {
        const username = Username.safeParse(canonicalUsername(name.username)).data;
        return username === undefined ? undefined : storeOn(on).accountBy('username_canonical', username);
      }
      const email = canonicalEmail(name.email);
      return email === undefined ? undefined : storeOn(on).accountBy('email_canonical', email);
    },

    account: (userId: string, on?: Queries) => storeOn(on).account(userId),
    /** Includes names of people who recently left or gave the name up, and addresses that can be taken back. */
    isTaken: async (username: string, email: string) =>
      (await store.isTaken(username, email)) ||
      (await names.isUnavailable(username, '', database.db)) ||
      (await deletion.isRetired(username, email)),

    deletion,

    // Changes to accounts, in the caller's transaction.
    /** Throws a NotUniqueError if the name or the address is taken, or the name is reserved for its former owner. */
    async add(user: NewUser, on: Queries): Promise<void> {
      await userStore(on).add(user);
      await names.mustBeFree(user.username_canonical, user.user_id, on);
    },
    lock: (userId: string, on: Queries) => userStore(on).lock(userId),
    setPassword: (userId: string, hashed: string, on?: Queries, instead?: string) =>
      storeOn(on).setPassword(userId, hashed, now(), instead),
    async setEmail(userId: string, email: string, canonical: string, on: Queries): Promise<void> {
      await userStore(on).setEmail(userId, email, canonical, now());
      await updateFindable(userId, on);
    },
    async markVerified(userId: string, canonical: string, on: Queries): Promise<boolean> {
      const isDone = await userStore(on).markVerified(userId, canonical, now());
      if (isDone) await updateFindable(userId, on);
      return isDone;
    },
    /** False if no account has this id. */
    async setStanding(userId: string, standing: Standing, on: Queries): Promise<boolean> {
      if (!(await userStore(on).lock(userId))) return false;
      await userStore(on).setStanding(userId, standing, now());
      await updateFindable(userId, on);
      return true;
    },

    // For the operator.

    /** All accounts, a page at a time; `after` is the id of the last one seen. */
    async list({ after = '', limit = 100 }: { after?: string; limit?: number } = {}): Promise<ListedUser[]> {
      return (await store.page(after, limit)).map((row) => ({
        userId: row.user_id,
        username: row.username,
        email: row.email,
        isVerified: row.email_verified,
        standing: row.user_standing,
        createdAt: new Date(row.created_at),
      }));
    },

    /** By id, username or email address. */
    async find(name: string): Promise<AccountRow | undefined> {
      return (
        (await store.account(name)) ??
        (await this.accountBy({ username: name })) ??
        (await this.accountBy({ email: name }))
      );
    },
  };

  function storeOn(on: Queries | undefined) {
    return on ? userStore(on) : store;
  }
}
export type UserService = ReturnType<typeof userService>;

function asMe(row: UserWithWaiver, sendsMail: boolean): Me {
  return {
    user_id: row.user_id,
    username: row.username,
    previous_usernames: formerNames(row),
    email: row.email,
    email_verified: row.email_verified,
    auth_provider: row.auth_provider,
    auth_provider_id: row.auth_provider_id,
    first_name: row.first_name,
    last_name: row.last_name,
    bio: row.bio,
    tagline: row.tagline,
    location: row.location,
    birth_date: row.birth_date,
    phone_number: row.phone_number,
    phone_number_verified: row.phone_number_verified,
    profile_picture_url: row.profile_picture_url,
    cover_picture_url: row.cover_picture_url,
    privacy_settings: {
      public_profile: row.privacy_public_profile,
      allow_search: row.privacy_allow_search,
      allow_invites: row.privacy_allow_invites,
    },
    user_standing: row.user_standing,
    standing_updated_at: instant(row.standing_updated_at),
    has_accepted_waiver: row.accepted_at !== null,
    waiver_accepted_at: instant(row.accepted_at),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    can: { verify_email: sendsMail },
  };
}

function instant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}

function accountDeleted(): never {
  return refuse('signed-out', 'This account no longer exists.');
}
