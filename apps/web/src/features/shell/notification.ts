import type { Me } from '@polylogue/contract';
import type { Entry } from './entry.ts';

/** What the person should hear of: today, what their account asks of them. */
export function notificationsFor({ email, email_verified, can }: Me): Entry[] {
  if (email_verified || !can.verify_email) return [];
  return [
    {
      href: '/verify-email',
      title: 'Verify your e-mail address',
      about: `Until you confirm that ${email} is yours, only your friends find you by searching.`,
    },
  ];
}
