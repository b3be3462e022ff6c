import { access, accessEntry, call, FetchError } from '../../api/index.ts';
import { isPageUnsaved, whenPageSaved } from '../../lib/drafts/unsaved-work.ts';
import { storage } from '../../lib/state/storage.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { openAccount } from './account.ts';
import type { Account } from './account-state.ts';

// The only file in this folder that uses real dependencies.

/** Cleared with everything else on sign-out. */
const meEntry = 'polylogue.me';

/** Who is signed in. */
export const account = openAccount({
  access,
  fetchMe: () => call('GET /api/v1/user/me', {}),
  remembered: {
    read() {
      try {
        const me = JSON.parse(storage.read(meEntry) ?? 'null');
        return [me?.user_id, me?.username].every((each) => typeof each === 'string') ? me : null;
      } catch {
        return null;
      }
    },
    write(me) {
      if (me) storage.write(meEntry, JSON.stringify(me));
      else if (storage.read(meEntry) !== null) storage.remove(meEntry);
    },
  },
  isUnsaved: isPageUnsaved,
  isSignedOut: (error) => error instanceof FetchError && error.status === 401,
  listen(listener) {
    storage.listen((entry) => {
      if (entry === null || entry === accessEntry) listener();
    });
    // A page restored from the back/forward cache has missed changes in other tabs.
    addEventListener('pageshow', ({ persisted }) => persisted && listener());
  },
  now: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

// Right away: every page that loads this code waits for the result.
account.ensure();
addEventListener('online', account.retryUnreachable);
whenPageSaved(account.discardInterrupted);
addEventListener('focus', account.retryUnreachable);

/** Who is signed in, following every change here and in other tabs. */
export const useAccount = (): Account => useLive(account, (state) => state);

/** Stores the tokens of a sign-in or sign-up and finds out whose they are. */
export const signedIn = account.signedIn;

/** Asks the server again who this is, at most once a second. */
export const refreshMe = account.refreshMe;
