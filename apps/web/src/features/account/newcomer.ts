import { storage } from '../../lib/state/storage.ts';

const entry = 'polylogue.newcomer';

/** The person who has just created an account in this browser and has not seen the dashboard yet. */
export const newcomer = {
  is: ({ username }: { username: string }): boolean => storage.read(entry) === username,
  set: (username: string): void => void storage.write(entry, username),
  clear: (): void => storage.remove(entry),
};
