import { safeStorage } from '../../lib/state/storage.ts';

type How = 'signed-in' | 'signed-up';

const entry = 'polylogue.fresh_sign_in';
const tab = safeStorage(() => sessionStorage);

/** Whether a person has just signed in or up in this tab and has not been asked yet about what the browser keeps. */
export const freshSignIn = {
  read(): How | null {
    const how = tab.read(entry);
    return how === 'signed-in' || how === 'signed-up' ? how : null;
  },
  expect: (how: How): void => void tab.write(entry, how),
  asked: (): void => tab.remove(entry),
};
