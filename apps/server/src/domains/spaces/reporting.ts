import type { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { isListed, noMessage, noSpace } from './policy.ts';
import { postStore } from './post-store.ts';
import { spaceStore } from './store.ts';
import type { Views } from './view.ts';

interface ReportingDeps {
  database: Database;
  views: Views;
  blockedWith(userId: string): Promise<string[]>;
}

/** The reported space or post, as the reporter sees it now. */
export function reportingSpaces({ database, views, blockedWith }: ReportingDeps) {
  const store = spaceStore(database.db);
  const posts = postStore(database.db);

  return async function reported(userId: string, spaceId: string, messageId: string | undefined) {
    const space = (await store.space(spaceId)) ?? noSpace();
    if (messageId !== undefined || !isListed(space)) await views.membership(userId, spaceId);
    const { name, about } = space;
    const snapshot = { space_id: spaceId, name, about };
    if (messageId === undefined)
      return { userId: space.owner_id ?? noOwner(), space: snapshot, post: undefined };
    const row = (await posts.message(space.feed, messageId)) ?? noMessage();
    const isSeen = row.kind === 'post' && row.deleted_at === null && row.by_id !== null;
    if (!isSeen || (await blockedWith(userId)).includes(row.by_id ?? '')) return noMessage();
    const { message_id, body, created_at, edited_at } = row;
    const files = (JSON.parse(row.files) as { name: string; file_id: string }[]).map(({ name, file_id }) => ({
      name,
      file_id,
    }));
    return {
      userId: row.by_id ?? noMessage(),
      space: snapshot,
      post: { message_id, body, created_at, edited_at, files },
    };
  };
}

function noOwner(): never {
  return refuse('not-found', 'This space has no owner. Report a message in it instead.');
}
