import type { Me } from '@polylogue/contract';
import type { Entry } from './entry.ts';

/** Notifications about the account: today, what it still needs from its owner. */
export function notificationsFor({ email, email_verified, can }: Me): Entry[] {
  if (email_verified || !can.verify_email) return [];
  return [
    {
      href: '/verify-email',
      title: 'Verify your email address',
      about: `Until you confirm that ${email} is yours, only your friends can find you by searching.`,
    },
  ];
}
