import type { ProfileChange } from '@polylogue/contract';
import type { Updateable } from 'kysely';
import { z } from 'zod';
import type { Database, Queries } from '../../platform/database/database.ts';
import { NotUniqueError } from '../../platform/database/faults.ts';
import { readJson } from '../../platform/database/json.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { AccountDeletion } from './account-deletion.ts';
import { deletionStore } from './account-deletion-store.ts';
import { updateFindable } from './findable.ts';
import { canonicalUsername } from './names.ts';
import { type UserRow, userStore } from './store.ts';
import type { Usernames } from './usernames.ts';

/** The changes, validated by the contract. */
export type ProfileUpdate = z.output<typeof ProfileChange>;
type Columns = Updateable<Tables['users']>;

/** Who owns which pictures; implemented by the domain that stores them. */
export interface Pictures {
  /** Whether this person uploaded the picture at `url` for this purpose. */
  isOwn(userId: string, url: string, purpose: 'profile' | 'cover'): Promise<boolean>;
  /** Called in the transaction in which a person's picture changes or is removed. */
  changed?(userId: string, on: Queries): Promise<void>;
}

export interface ProfileDeps {
  database: Database;
  pictures: Pictures;
  usernames: Usernames;
  deletion: Pick<AccountDeletion, 'hashes'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

interface NewName {
  username: string;
  canonical: string;
  /** The name as it is stored for deleted accounts. */
  hashes: string[];
}

/** The changes people make to their own profiles. */
export function profile({ database, pictures, usernames, deletion, now }: ProfileDeps) {
  async function mustBeOwn(userId: string, change: ProfileUpdate) {
    const current = await userStore(database.db).row(userId);
    for (const purpose of ['profile', 'cover'] as const) {
      const column = `${purpose}_picture_url` as const;
      const url = change[column] ?? null;
      if (url === null || url === current?.[column]) continue;
      if (!(await pictures.isOwn(userId, url, purpose))) {
        refuse('bad-input', 'Upload this picture here first.');
      }
    }
  }

  async function newName(username: string): Promise<NewName> {
    const canonical = canonicalUsername(username);
    return { username, canonical, hashes: await deletion.hashes(canonical) };
  }

  /** Takes the name, in a transaction that has locked the person; their previous name stays reserved for them. */
  async function rename(user: UserRow, { username, canonical, hashes }: NewName, on: Queries): Promise<void> {
    const store = userStore(on);
    // Checked before anything is written, so that few callers wait for each other over one name.
    const isTaken = (await store.accountBy('username_canonical', canonical)) !== undefined;
    if (isTaken || (await usernames.isUnavailable(canonical, user.user_id, on))) taken();
    const former = await usernames.exchange(user, formerNames(user), username, on);
    await store.change(user.user_id, {
      username,
      username_canonical: canonical,
      previous_usernames: JSON.stringify(former),
    });
    await usernames.mustBeFree(canonical, user.user_id, on);
    if (await deletionStore(on).isRetired(hashes, now())) taken();
  }

  return {
    /** Omitted fields stay as they are, even if another request changes them meanwhile. Refuses with `bad-input`, `taken`. */
    async change(userId: string, change: ProfileUpdate): Promise<void> {
      refuseFutureDate(change.birth_date, now());
      await mustBeOwn(userId, change);
      const name = change.username === undefined ? undefined : await newName(change.username);
      const work = database.transaction(async (trx) => {
        const store = userStore(trx);
        await store.lock(userId);
        const user = (await store.row(userId)) ?? refuse('signed-out', 'This account no longer exists.');
        const isRenamed = name !== undefined && name.canonical !== user.username_canonical;
        if (isRenamed) await rename(user, name, trx);
        const different = changedColumns(user, columnsOf(change));
        if (!isRenamed && Object.keys(different).length === 0) return;
        // A different number has not been verified.
        const doubted = 'phone_number' in different ? { phone_number_verified: false } : {};
        await store.change(userId, { ...different, ...doubted, updated_at: now() });
        const arePicturesChanged = 'profile_picture_url' in different || 'cover_picture_url' in different;
        if (arePicturesChanged) await pictures.changed?.(userId, trx);
        await updateFindable(userId, trx);
      });
      await work.catch((error) => {
        if (error instanceof NotUniqueError) taken();
        throw error;
      });
    },
  };
}

/** A person's former names, oldest first. */
export function formerNames({ previous_usernames: names }: Pick<UserRow, 'previous_usernames'>): string[] {
  return names === '[]' ? [] : readJson(z.array(z.string()), names);
}

function columnsOf({ username: _, privacy_settings: privacy = {}, ...fields }: ProfileUpdate): Columns {
  return {
    ...fields,
    privacy_public_profile: privacy.public_profile,
    privacy_allow_search: privacy.allow_search,
    privacy_allow_invites: privacy.allow_invites,
  };
}

function changedColumns(user: UserRow, columns: Columns): Columns {
  const entries = Object.entries(columns) as [keyof UserRow, never][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== undefined && value !== user[name]));
}

/** In some time zone it is already tomorrow. */
const furthestAhead = 14 * 60 * 60 * 1000;

function refuseFutureDate(day: string | null | undefined, now: number) {
  if (day && day > new Date(now + furthestAhead).toISOString().slice(0, 10)) {
    refuse('bad-input', 'Please enter a date that is not in the future.');
  }
}

function taken(): never {
  return refuse('taken', 'This username is taken.');
}
