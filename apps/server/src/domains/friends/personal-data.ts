import type { FriendRequest } from '@polylogue/contract';
import type { Blocks } from './blocks.ts';
import type { Friends } from './friends.ts';
import type { Links } from './links.ts';
import type { Requests } from './requests.ts';
import type { FriendStore } from './store.ts';

interface PersonalDataDeps {
  store: FriendStore;
  requests: Requests;
  friends: Friends;
  links: Links;
  blocks: Blocks;
}

/** A person's stored relations: included in the copy of their data, and deleted with their account. */
export function personalData({ store, requests, friends, links, blocks }: PersonalDataDeps) {
  return {
    name: 'friends',

    /** What the person can see themselves; of others, only who they are. */
    async collect(userId: string): Promise<Record<string, unknown>> {
      const link = await links.existingLink(userId);
      return {
        friends: (await friends.list(userId)).map(({ user, since }) => ({ ...identityOf(user), since })),
        'friend-requests': {
          received: (await requests.incoming(userId, Number.POSITIVE_INFINITY)).map(requestEntry),
          sent: (await requests.sent(userId)).map(requestEntry),
        },
        ...(link && { 'friend-link': link }),
        blocked: (await blocks.blocked(userId)).map((one) => ({
          ...identityOf(one),
          blocked_at: one.blocked_at,
        })),
      };
    },

    forget: (userId: string) => store.forget(userId),
  };
}

const identityOf = ({ user_id, username }: { user_id: string; username: string }) => ({ user_id, username });
const requestEntry = ({ user, created_at }: FriendRequest) => ({ ...identityOf(user), created_at });
