import type { Me } from '@polylogue/contract';
import type { Entry } from './entry.ts';

/** What the person should hear of: today, what their account asks of them. */
export function notificationsFor({ email, email_verified }: Me): Entry[] {
  if (email_verified) return [];
  return [
    {
      href: '/verify-email',
      title: 'Verify your e-mail address',
      about: `Nobody has confirmed yet that ${email} is yours.`,
    },
  ];
}
