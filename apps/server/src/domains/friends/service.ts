import type { Database } from '../../platform/database/database.ts';
import type { UserService } from '../users/service.ts';
import { type BlockDeps, blocks } from './blocks.ts';
import { friends } from './friends.ts';
import { links } from './links.ts';
import { personalData } from './personal-data.ts';
import { type RequestDeps, requests } from './requests.ts';
import { friendStore } from './store.ts';

export { blockedAmong, friendsAmong, relations } from './relations.ts';

export interface FriendServiceDeps
  extends Pick<BlockDeps, 'blocksChanged'>,
    Pick<RequestDeps, 'requestsChanged'> {
  database: Database;
  users: Pick<UserService, 'personsSeenBy' | 'lock'>;
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Everything between people: requests, friendships, links and blocks. */
export function friendService({ users: { personsSeenBy, lock }, ...deps }: FriendServiceDeps) {
  const shared = { ...deps, personsSeenBy };
  const parts = {
    requests: requests(shared),
    friends: friends(shared),
    links: links(shared),
    blocks: blocks({ ...deps, lock }),
  };
  return { ...parts, personalData: personalData({ ...parts, store: friendStore(deps.database.db) }) };
}
export type FriendService = ReturnType<typeof friendService>;
