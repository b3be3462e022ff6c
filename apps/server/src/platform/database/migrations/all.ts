import { accounts } from './0001-accounts.ts';
import { secrets } from './0002-secrets.ts';
import { changeNotifications } from './0003-told-changes.ts';
import { friends } from './0004-friends.ts';
import { images } from './0005-images.ts';
import { ownData } from './0006-own-data.ts';
import { search } from './0007-search.ts';
import { blocks } from './0008-blocks.ts';
import { copies } from './0009-copies.ts';
import { unverifiedPeople } from './0010-unverified-people.ts';
import { conversations } from './0011-conversations.ts';
import { spaces } from './0012-spaces.ts';
import { liveTickets } from './0013-live-tickets.ts';
import { messageFiles } from './0014-message-files.ts';
import { sharedLimits } from './0015-shared-limits.ts';
import { turns } from './0016-turns.ts';
import { deletedSignIns } from './0017-deleted-sign-ins.ts';
import { seenSpaces } from './0018-seen-spaces.ts';
import { recountedTexts } from './0019-recounted-texts.ts';
import { lastTurns } from './0020-last-turns.ts';
import { foldedNames } from './0021-folded-names.ts';
import { askedOn } from './0022-asked-on.ts';
import { messageTexts } from './0023-message-texts.ts';
import type { Migration } from './migration.ts';

/** In the order they run. */
export const migrations: Migration[] = [
  accounts,
  secrets,
  changeNotifications,
  friends,
  images,
  ownData,
  search,
  blocks,
  copies,
  unverifiedPeople,
  conversations,
  spaces,
  liveTickets,
  messageFiles,
  sharedLimits,
  turns,
  deletedSignIns,
  seenSpaces,
  recountedTexts,
  lastTurns,
  foldedNames,
  askedOn,
  messageTexts,
];
