import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { ColumnTypes } from '../migrations/migration.ts';
import { createAuth } from './auth.ts';
import { createConversations } from './conversations.ts';
import { createFiles } from './files.ts';
import { createFriends } from './friends.ts';
import { createImages } from './images.ts';
import { createJobs } from './jobs.ts';
import { createLimits } from './limits.ts';
import { createPosts } from './posts.ts';
import { createReports } from './reports.ts';
import { createSpaces } from './spaces.ts';
import { createTurns } from './turns.ts';
import { createUsers } from './users.ts';

/** All tables of a new database, in the order in which they refer to each other. */
export async function createSchema(
  trx: Kysely<unknown>,
  types: ColumnTypes,
  dialect: Dialect,
): Promise<void> {
  await createUsers(trx, types);
  await createAuth(trx, types);
  await createFriends(trx, types);
  await createReports(trx, types);
  await createFiles(trx, types);
  await createImages(trx, types);
  await createJobs(trx, types);
  await createConversations(trx, types, dialect);
  await createSpaces(trx, types);
  await createPosts(trx, types);
  await createTurns(trx, types);
  await createLimits(trx, types, dialect);
}

/**
 * The steps that led to this schema before there were releases. A new database lists them, too, so that all databases
 * are alike; one that lists only some of them is carried over by `carriedOverBy`.
 */
export const earlySteps: readonly string[] =
  `
  0001-accounts 0002-secrets 0003-told-changes 0004-friends 0005-images 0006-own-data 0007-search 0008-blocks
  0009-copies 0010-unverified-people 0011-conversations 0012-spaces 0013-live-tickets 0014-message-files
  0015-shared-limits 0016-turns 0017-deleted-sign-ins 0018-seen-spaces 0019-recounted-texts 0020-last-turns
  0021-folded-names 0022-asked-on 0023-message-texts
`.match(/\S+/g) ?? [];

/** The last commit that had all of `earlySteps`. */
export const carriedOverBy = '03a81810';
