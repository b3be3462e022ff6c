import { tabStorage } from '../../lib/state/storage.ts';

type How = 'signed-in' | 'signed-up';

const entry = 'polylogue.fresh_sign_in';

/** Set when the member has just signed in or up in this tab and has not yet been asked about conversations stored here. */
export const freshSignIn = {
  read(): How | null {
    const how = tabStorage.read(entry);
    return how === 'signed-in' || how === 'signed-up' ? how : null;
  },
  set: (how: How): void => void tabStorage.write(entry, how),
  clear: (): void => tabStorage.remove(entry),
};
