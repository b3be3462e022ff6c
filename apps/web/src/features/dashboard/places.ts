import type { Entry } from './entry.ts';

/** The pages that the header names. */
export const sections: readonly Entry[] = [
  { href: '/spaces', title: 'Spaces', about: 'Live rooms of several people and one AI, and their sessions' },
  { href: '/conversations', title: 'Conversations', about: 'You and one AI' },
  { href: '/community', title: 'Community', about: 'The people you know here' },
];

/** Every place of the product that search can lead to. */
export const places: readonly Entry[] = [
  { href: '/dashboard', title: 'Dashboard', about: 'Where you begin: your activity, spaces and sessions' },
  { href: '/chat', title: 'Chat', about: 'Start a conversation; choose a provider, its model and your key' },
  ...sections,
  { href: '/privacy', title: 'Privacy Policy', about: 'What is kept about you, and where' },
  { href: '/terms', title: 'Terms and Conditions', about: 'The rules of this service' },
];
