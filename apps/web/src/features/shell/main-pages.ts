import type { Entry } from './entry.ts';

/** The pages linked from the header. */
export const mainPages: readonly Entry[] = [
  { href: '/spaces', title: 'Spaces', about: 'Live rooms for several people and one AI, and their sessions' },
  { href: '/conversations', title: 'Conversations', about: 'You and one AI' },
  { href: '/community', title: 'Community', about: 'The people you know here, and finding others' },
];

/** Which entry is marked: the page itself, or the one that what is open belongs to. */
export const currentAt = (path: string, href: string): 'page' | true | undefined =>
  path === href ? 'page' : path.startsWith(`${href}/`) || undefined;
