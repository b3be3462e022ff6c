import { createHash } from 'node:crypto';
import type { Person, PostRow, SpacePerson } from '@polylogue/contract';
import type { Database } from '../../platform/database/database.ts';
import { isHost, mustBeOpen, noSpace } from './policy.ts';
import { type MessageTableRow, postStore } from './post-store.ts';
import { rowsFor, type WithheldRow } from './rows.ts';
import { type Membership, spaceStore } from './store.ts';
import { turnStore } from './turn-store.ts';

export interface ViewDeps {
  database: Database;
  /** Everyone who has blocked this person, or is blocked by them. */
  blockedWith(userId: string): Promise<string[]>;
  personsSeenBy(viewerId: string, userIds: readonly string[]): Promise<Map<string, Person>>;
  /** The public origin. */
  origin: () => string;
  /** Another one after the database was restored from a backup. */
  history: () => Promise<string>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A space as one person sees it: everything by people on the other side of a block is withheld. */
export function views({ database, blockedWith, personsSeenBy, origin, history }: ViewDeps) {
  const store = spaceStore(database.db);
  const posts = postStore(database.db);

  /** These people as the viewer may see them, without those the viewer may not. */
  async function people(viewerId: string, ids: readonly string[]): Promise<SpacePerson[]> {
    const seen = await personsSeenBy(viewerId, ids);
    return [...seen.values()].map(({ user_id, username, first_name, last_name, profile_picture_url }) => ({
      user_id,
      username,
      first_name,
      last_name,
      profile_picture_url,
    }));
  }

  /** Refuses people who are not in the space. */
  async function membership(userId: string, spaceId: string): Promise<Membership> {
    const found = (await store.membership(spaceId, userId)) ?? noSpace();
    mustBeOpen(found.space);
    return found;
  }

  async function rowsOf(userId: string) {
    const blocked = new Set(await blockedWith(userId));
    const rows = rowsFor(userId, blocked, origin());

    /** Messages as the viewer sees them, in this order. */
    async function messages(found: readonly MessageTableRow[]): Promise<(PostRow | WithheldRow)[]> {
      const reactions = Map.groupBy(
        await posts.reactions(found.map(({ row_id }) => row_id)),
        ({ row_id }) => row_id,
      );
      const [first] = found;
      const repliedTo = found.flatMap(({ reply_to }) => reply_to ?? []);
      const authors = first ? await posts.authors(first.feed, [...new Set(repliedTo)]) : [];
      const by = new Map(authors.map(({ message_id, by_id }) => [message_id, by_id]));
      const turnIds = found.filter(({ kind }) => kind === 'turn').map(({ message_id }) => message_id);
      const turns = new Map(
        (first ? await turnStore(database.db).turns(first.feed, turnIds) : []).map((turn) => [
          turn.turn_id,
          turn,
        ]),
      );
      return found.map((row) =>
        rows.message(row, reactions.get(row.row_id) ?? [], by, turns.get(row.message_id)),
      );
    }

    /**
     * Changes when a block is made or removed between the viewer and anyone in the space, when an account is
     * deleted, when the database was restored, and when the viewer becomes a host: hosts see who is banned.
     */
    async function version(
      { space_id, generation }: Membership['space'],
      me: Membership['me'],
    ): Promise<string> {
      const concerned = await store.everMembersAmong(space_id, [...blocked]);
      const text = [await history(), generation, isHost(me) ? 'host' : '', ...concerned.sort()].join(' ');
      return createHash('sha256').update(text).digest('base64url').slice(0, 16);
    }

    return { ...rows, blocked, messages, version };
  }

  return { people, membership, rowsOf };
}
export type Views = ReturnType<typeof views>;
