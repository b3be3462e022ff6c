import type { FriendRequest } from '@polylogue/contract';
import type { Database } from '../../platform/database/database.ts';
import type { blocking } from './blocks.ts';
import type { friendships } from './friendships.ts';
import type { friendLinks } from './links.ts';
import type { listedRequests } from './listed-requests.ts';
import { blockStore } from './store/block-store.ts';
import { friendshipStore } from './store/friendship-store.ts';
import { linkStore } from './store/link-store.ts';
import { requestStore } from './store/request-store.ts';

/** A person's stored relations: included in the copy of their data, and deleted with their account. */
export function personalData(parts: {
  database: Database;
  requests: ReturnType<typeof listedRequests>;
  friends: ReturnType<typeof friendships>;
  links: ReturnType<typeof friendLinks>;
  blocks: ReturnType<typeof blocking>;
}) {
  const { requests, friends, links, blocks } = parts;
  const { db } = parts.database;
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

    async forget(userId: string): Promise<void> {
      for (const store of [friendshipStore, requestStore, blockStore, linkStore])
        await store(db).forget(userId);
    },
  };
}

const identityOf = ({ user_id, username }: { user_id: string; username: string }) => ({ user_id, username });
const requestEntry = ({ user, created_at }: FriendRequest) => ({ ...identityOf(user), created_at });
