import { randomBytes } from 'node:crypto';
import type { FriendLink, Person, Standing } from '@polylogue/contract';
import type { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { contacts } from '../users/service.ts';
import { whyNoRequest } from './policy.ts';
import { linkStore } from './store/link-store.ts';

interface LinkDeps {
  database: Database;
  personsSeenBy(viewerId: string, userIds: readonly string[]): Promise<Map<string, Person>>;
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** 128 random bits: short enough for a QR code that any phone can read. */
const newCode = () => randomBytes(16).toString('base64url');

/** Personal friend links. The code is stored in plain text: its owner can look at it, and it gives no access. */
export function friendLinks({ database, personsSeenBy, origin, now }: LinkDeps) {
  const store = linkStore(database.db);
  const linkWith = (code: string): FriendLink => ({
    url: `${origin()}/befriend?${new URLSearchParams({ code })}`,
    code,
  });

  async function standingOf(userId: string): Promise<Standing> {
    const [account] = (await contacts(database).contacts([userId], database.db)).values();
    return account?.standing ?? 'suspended';
  }

  async function existingLink(userId: string): Promise<FriendLink | undefined> {
    const code = await store.code(userId);
    return code === undefined ? undefined : linkWith(code);
  }

  return {
    /** Undefined if the person has never opened it. */
    existingLink,

    async link(userId: string): Promise<FriendLink> {
      const made = await existingLink(userId);
      if (made) return made;
      await store.add(userId, newCode(), now());
      // Another tab may have been quicker.
      return (await existingLink(userId)) ?? deadLink();
    },

    async renewLink(userId: string): Promise<FriendLink> {
      const code = newCode();
      await store.renew(userId, code, now());
      return linkWith(code);
    },

    /** The owner of a link, as seen by a person who has it. */
    async linkOwner(viewerId: string, code: string): Promise<Person> {
      const ownerId = (await store.owner(code)) ?? '';
      const owner = (await personsSeenBy(viewerId, [ownerId])).get(ownerId) ?? deadLink();
      return owner.friendship === 'stranger' ? withLinkRights(owner, await standingOf(viewerId)) : owner;
    },
  };
}

/** A stranger seen through their friend link, which allows a request. */
function withLinkRights(owner: Person, standing: Standing): Person {
  const why = whyNoRequest({ standing, allowsInvites: false, hasLink: true });
  return { ...owner, can: { ...owner.can, befriend: why === undefined } };
}

function deadLink(): never {
  return refuse('not-found', 'This friend link no longer works. Ask for a new one.');
}
