import { refuse } from '../../../platform/http/refuse.ts';
import type { SignedIn } from '../../../platform/http/serve.ts';
import type { ReadingChanges } from './changes.ts';
import type { spaceLongPolls } from './space-long-polls.ts';

/** What changed after a number; waits for a change, at most this many seconds. */
export function awaitedChanges(
  { changes: read }: ReadingChanges,
  longPolls: Pick<ReturnType<typeof spaceLongPolls>, 'open'>,
) {
  return async function changes(
    { userId, signInId }: SignedIn,
    spaceId: string,
    after: number,
    seconds: number,
    disconnected: AbortSignal,
  ) {
    if (seconds === 0) return read(userId, spaceId, after);
    const poll = longPolls.open(spaceId, userId, { signInId, after, wait: seconds * 1000, disconnected });
    try {
      const current = await read(userId, spaceId, after);
      if (current.head > after) return current;
      const outcome = await poll.ended;
      if (outcome === 'signed-out') return signedOut();
      return outcome === 'changed' ? await read(userId, spaceId, after) : current;
    } finally {
      poll.close();
    }
  };
}

function signedOut(): never {
  return refuse('signed-out', 'You are signed out. Sign in again.', { 'www-authenticate': 'Bearer' });
}
