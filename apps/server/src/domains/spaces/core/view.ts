import { createHash } from 'node:crypto';
import type { Person, PostRow, SpacePerson } from '@polylogue/contract';
import type { Database } from '../../../platform/database/database.ts';
import { behindBlocks } from '../store/blocks.ts';
import { type Membership, membershipStore } from '../store/membership-store.ts';
import { type MessageTableRow, messageStore } from '../store/message-store.ts';
import { reactionStore } from '../store/reaction-store.ts';
import { namedInSpace, shownNames } from '../store/shown-names.ts';
import { type TurnTableRow, turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import { isHost, mustBeOpen, noSpace } from './policy.ts';
import { type Blocked, rowsFor, type WithheldRow } from './rows.ts';

export interface ViewDeps {
  database: Database;
  personsSeenBy(viewerId: string, userIds: readonly string[]): Promise<Map<string, Person>>;
  /** The public origin. */
  origin: () => string;
  /** Another one after the database was restored from a backup. */
  history: () => Promise<string>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A space as one person sees it: everything by people on the other side of a block is withheld. */
export function views({ database, personsSeenBy, origin, history }: ViewDeps) {
  /** These people as the viewer may see them, without those the viewer may not. */
  async function people(viewerId: string, ids: readonly string[]): Promise<SpacePerson[]> {
    const seen = [...(await personsSeenBy(viewerId, ids)).values()];
    const nameless = seen.filter(({ first_name, last_name }) => !first_name && !last_name);
    const shown = await shownNames(
      database.db,
      viewerId,
      nameless.map(({ user_id }) => user_id),
    );
    return seen.map(({ user_id, username, first_name, last_name, profile_picture_url }) => ({
      user_id,
      username,
      first_name,
      last_name,
      profile_picture_url,
      ...shown.find((named) => named.user_id === user_id),
    }));
  }

  /** Refuses people who are not in the space. */
  async function membership(userId: string, spaceId: string): Promise<Membership> {
    const found = (await membershipStore(database.db).find(spaceId, userId)) ?? noSpace();
    mustBeOpen(found.space);
    return found;
  }

  /** What belongs to these messages, read once for however many people are shown them. */
  async function withParts(found: readonly MessageTableRow[]) {
    const made = await reactionStore(database.db).of(found.map(({ row_id }) => row_id));
    const reactions = Map.groupBy(made, ({ row_id }) => row_id);
    const byPerson = Map.groupBy(made, ({ user_id }) => user_id);
    const [first] = found;
    const repliedTo = found.flatMap(({ reply_to }) => reply_to ?? []);
    const authors = first ? await messageStore(database.db).authors(first.feed, [...new Set(repliedTo)]) : [];
    const by = new Map(authors.map(({ message_id, by_id }) => [message_id, by_id]));
    const turnIds = found.filter(({ kind }) => kind === 'turn').map(({ message_id }) => message_id);
    const turns = new Map(
      (first ? await turnStore(database.db).some(first.feed, turnIds) : []).map((turn) => [
        turn.turn_id,
        turn,
      ]),
    );
    return {
      /** What of these is a person's own: reactions, and questions of which they learn more than others. */
      ownIn: (userId: string): string[] => [
        ...(byPerson.get(userId) ?? []).map(({ row_id, emoji }) => `${row_id} ${emoji}`),
        ...[...turns.values()]
          .filter((turn) => turn.asked_by === userId || hasDeclined(turn, userId))
          .map(({ turn_id }) => turn_id),
      ],
      /** In the same order. */
      seenBy(userId: string, blocked: Blocked): (PostRow | WithheldRow)[] {
        const rows = rowsFor(userId, blocked, origin());
        return found.map((row) =>
          rows.message(row, reactions.get(row.row_id) ?? [], by, turns.get(row.message_id)),
        );
      },
    };
  }

  /** In this space, or in all that the person is in. */
  async function rowsOf(userId: string, spaceId?: string) {
    const blocked = new Set(await behindBlocks(database.db, userId, spaceId));

    /** Messages as the viewer sees them, in this order. */
    const messages = async (found: readonly MessageTableRow[]) =>
      (await withParts(found)).seenBy(userId, blocked);

    /**
     * Changes when a block is made or removed between the viewer and anyone in the space, when an account is
     * deleted, when the database was restored, and when the viewer becomes a host: hosts see who is banned.
     */
    async function version({ generation }: Membership['space'], me: Membership['me']): Promise<string> {
      const text = [await history(), generation, isHost(me) ? 'host' : '', ...[...blocked].sort()].join(' ');
      return createHash('sha256').update(text).digest('base64url').slice(0, 16);
    }

    return { ...rowsFor(userId, blocked, origin()), blocked, messages, version };
  }

  /** The same, with who is known by name to everyone in a space. */
  async function peopleIn(spaceId: string, viewerId: string, ids: readonly string[]): Promise<SpacePerson[]> {
    const [seen, named] = await Promise.all([people(viewerId, ids), namedInSpace(database.db, spaceId, ids)]);
    return seen.map((person) => {
      const by = named.get(person.user_id);
      return { ...person, is_named: by !== undefined, ...(by === 'space' && { is_named_here: true }) };
    });
  }

  return { people, peopleIn, membership, withParts, rowsOf };
}

/** Whether a browser of the person did not take it: why, they alone learn besides who asked. */
const hasDeclined = (turn: TurnTableRow, userId: string): boolean =>
  turnRowOf(turn).segments.some(({ holder_id, declined }) => holder_id === userId && declined !== undefined);

export type Views = ReturnType<typeof views>;
