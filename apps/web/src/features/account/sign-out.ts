import { access, call, refreshEntry } from '../../api/index.ts';
import { abandonWork, flushWork } from '../../lib/drafts/unsaved-work.ts';
import { storage } from '../../lib/state/storage.ts';
import { wipe } from './wipe.ts';
import { account } from './wiring.ts';

/** How long to wait for the server's answer, in ms: signing out works without it. */
const patience = 3_000;
/** How long sending unsynced work to the account may take, in ms. */
const sending = 3_000;

/**
 * Sends unsynced work, ends the sign-in, clears what this browser stores and goes to the sign-in page. Never rejects;
 * works offline.
 */
export async function signOut(): Promise<void> {
  await flushWork(sending);
  const ended = endSignIn();
  await leaveFor('/login', ended);
}

/** Clears what this browser stores of an account that is no longer signed in, and goes to another page. */
export async function leaveFor(path: string, before = Promise.resolve()): Promise<void> {
  account.leave();
  // Restored from the back/forward cache, the page would wait for ever.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  await Promise.all([before, wipe()]);
  abandonWork();
  location.assign(path);
}

async function endSignIn() {
  const token = access.read();
  const refreshToken = storage.read(refreshEntry);
  if (!token) return;
  const headers = {
    authorization: `Bearer ${token.text}`,
    ...(refreshToken && { 'x-refresh-token': refreshToken }),
  };
  const signal = AbortSignal.timeout(patience);
  // If the call fails, the sign-in expires on its own: its tokens are already deleted.
  await call('POST /api/auth/signout', {}, { headers, signal }).catch(() => {});
}
