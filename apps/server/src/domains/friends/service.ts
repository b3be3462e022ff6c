import type { Database } from '../../platform/database/database.ts';
import type { UserService } from '../users/service.ts';
import { type BlockDeps, blocking } from './blocks.ts';
import { friendships } from './friendships.ts';
import { friendLinks } from './links.ts';
import { listedRequests } from './listed-requests.ts';
import { personalData } from './personal-data.ts';
import { friendRequests, type RequestDeps } from './requests.ts';

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
    requests: { ...friendRequests(shared), ...listedRequests(shared) },
    friends: friendships(shared),
    links: friendLinks(shared),
    blocks: blocking({ ...deps, lock }),
  };
  return { ...parts, personalData: personalData({ ...parts, database: deps.database }) };
}
export type FriendService = ReturnType<typeof friendService>;
