import type { SentInvitation } from '@polylogue/contract';
import { jsonIn } from '../../../lib/state/json-in.ts';
import { storage } from '../../../lib/state/storage.ts';

/** As many links as this browser remembers of one account. */
const most = 100;

/** The codes of links made in this browser, by invitation: our server has only their hashes. */
type Codes = Readonly<Record<string, string>>;

export const linksEntry = (me: string): string => `polylogue.invitation_links.${me}`;

export function codesIn(kept: string | null): Codes {
  const read = jsonIn(kept);
  const entries = typeof read === 'object' && read !== null ? Object.entries(read) : [];
  return Object.fromEntries(entries.filter(([, code]) => typeof code === 'string'));
}

export function keepCode(me: string, invitation_id: string, code: string): void {
  const entry = linksEntry(me);
  const earlier = Object.entries(codesIn(storage.read(entry))).slice(1 - most);
  storage.write(entry, JSON.stringify(Object.fromEntries([...earlier, [invitation_id, code]])));
}

export interface OwnLink {
  invitation: SentInvitation;
  /** Null: it was made in another browser, and only that one can show it. */
  code: string | null;
}

/** The person's link to a space: the newest that this browser can show, or else the newest. */
export function ownLink(sent: readonly SentInvitation[], codes: Codes, me: string): OwnLink | null {
  const own = sent.filter(({ is_link, by_id }) => is_link && by_id === me);
  const invitation = own.find(({ invitation_id }) => codes[invitation_id]) ?? own[0];
  return invitation ? { invitation, code: codes[invitation.invitation_id] ?? null } : null;
}
