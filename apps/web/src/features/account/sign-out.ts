import { access, call, refreshEntry } from '../../api/index.ts';
import { storage } from '../../lib/state/storage.ts';
import { giveWorkUp, sendWork } from '../../lib/unsaved/unsent.ts';
import { wipe } from './wipe.ts';
import { account } from './wiring.ts';

/** How long the server may take to hear of it, in ms: it works without. */
const patience = 3_000;
/** How long what is not in the account yet may take to get there, in ms. */
const sending = 3_000;

/** Sends what can still be sent, ends the sign-in, clears what this browser keeps and leaves for the sign-in page. Never rejects; works offline. */
export async function signOut(): Promise<void> {
  await sendWork(sending);
  const ended = endSignIn();
  await leaveFor('/login', ended);
}

/** Clears what this browser keeps, of an account that is signed in no more, and leaves for another page. */
export async function leaveFor(path: string, before = Promise.resolve()): Promise<void> {
  account.leave();
  // Frozen by the browser and come back to, it would wait for ever.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  await Promise.all([before, wipe()]);
  giveWorkUp();
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
  // Unheard, the sign-in ends by itself: nobody has its tokens any more.
  await call('POST /api/auth/signout', {}, { headers, signal }).catch(() => {});
}
