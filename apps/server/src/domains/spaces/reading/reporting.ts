import { readJson } from '../../../platform/database/json.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import type { SpaceContext } from '../core/context.ts';
import { isListed, noMessage, noSpace } from '../core/policy.ts';
import { Files } from '../core/rows.ts';
import { messageStore } from '../store/message-store.ts';
import { spaceStore } from '../store/space-store.ts';
import { turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';

/** The reported space, post or answer of the AI, as the reporter sees it now. */
export function reportingSpaces({
  database,
  views,
  blockedAmong,
}: Pick<SpaceContext, 'database' | 'views' | 'blockedAmong'>) {
  return async function reported(userId: string, spaceId: string, messageId: string | undefined) {
    const space = (await spaceStore(database.db).find(spaceId)) ?? noSpace();
    const owners = space.owner_id === null ? [] : [space.owner_id];
    const isHiddenOwner = (await blockedAmong(userId, owners)).size > 0;
    if (messageId !== undefined || !isListed(space) || isHiddenOwner) await views.membership(userId, spaceId);
    const { name, about } = space;
    const snapshot = { space_id: spaceId, name, about };
    if (messageId === undefined)
      return { userId: space.owner_id ?? noOwner(), space: snapshot, post: undefined };
    const row = (await messageStore(database.db).find(space.feed, messageId)) ?? noMessage();
    const isHidden = row.by_id !== null && (await blockedAmong(userId, [row.by_id])).size > 0;
    if (row.kind === 'notice' || row.deleted_at !== null || isHidden) return noMessage();
    const { message_id, created_at, edited_at } = row;
    const post = {
      ...{ message_id, body: row.body, created_at, edited_at },
      files: readJson(Files, row.files).map(({ name, file_id }) => ({ name, file_id })),
    };
    if (row.kind === 'post') {
      return row.by_id === null
        ? { userId: space.owner_id ?? noAuthor(), space: snapshot, post: { ...post, is_author_gone: true } }
        : { userId: row.by_id, space: snapshot, post };
    }
    const turn = await turnStore(database.db).find(space.feed, messageId);
    if (!turn?.text) return noMessage();
    const wrote = turnRowOf(turn).segments.findLast(({ from, to }) => to > from)?.holder_id;
    // An empty id stands for a deleted account.
    const concerned = [wrote, row.by_id].flatMap((id) => (id && id !== userId ? id : []));
    const blocked = await blockedAmong(userId, concerned);
    const reported = concerned.find((id) => !blocked.has(id)) ?? concerned[0] ?? noOneElse();
    const ai = reported === wrote ? ('answered' as const) : ('asked' as const);
    return { userId: reported, space: snapshot, post: { ...post, body: turn.text, ai } };
  };
}

function noOwner(): never {
  return refuse('not-found', 'This space has no owner. Report a message in it instead.');
}

function noAuthor(): never {
  return refuse('not-found', 'The account of who wrote this is gone, and this space has no owner.');
}

function noOneElse(): never {
  return refuse('not-found', 'No one else asked for this answer or wrote it. Report the space instead.');
}
