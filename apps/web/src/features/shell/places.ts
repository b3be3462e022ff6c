import type { Entry } from './entry.ts';
import { mainPages } from './main-pages.ts';

/** Those for people without an account. */
export const guestPlaces: readonly Entry[] = [
  { href: '/chat', title: 'New conversation' },
  { href: '/conversations', title: 'Conversations' },
  { href: '/search', title: 'Search' },
  { href: '/costs', title: 'Costs' },
  { href: '/signin', title: 'Sign in' },
  { href: '/signup', title: 'Sign up' },
  { href: '/privacy', title: 'Privacy Policy' },
  { href: '/terms', title: 'Terms and Conditions' },
];

/** Every page that search can lead to. */
export const places: readonly Entry[] = [
  { href: '/dashboard', title: 'Dashboard', about: 'Your activity, spaces and sessions' },
  { href: '/chat', title: 'New conversation', about: 'Ask a model; choose a provider and your key' },
  ...mainPages,
  {
    href: '/notifications',
    title: 'Notifications',
    about: 'Friend requests and other news',
  },
  { href: '/costs', title: 'Costs', about: 'What the answers cost, by day, model, conversation and space' },
  { href: '/profile', title: 'Profile', about: 'What others see of you' },
  {
    href: '/settings',
    title: 'Settings',
    about: 'Your profile, pictures, privacy, password, files and data',
  },
  { href: '/privacy', title: 'Privacy Policy', about: 'What is stored about you, and where' },
  { href: '/terms', title: 'Terms and Conditions', about: 'The rules of this service' },
];
