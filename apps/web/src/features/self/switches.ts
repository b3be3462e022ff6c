import type { Me, PrivacySettings } from '@polylogue/contract';

export type SwitchName = keyof PrivacySettings;

interface PrivacySwitch {
  name: SwitchName;
  label: string;
  /** Who may see or do what while it is on, and who otherwise. */
  says: string;
  /** The same in a few words, for when all are off. */
  short: string;
  /** Shown when it is switched on. */
  on: string;
  off: string;
}

/** What each switch does for this person. */
export function switchesOf(me: Pick<Me, 'email_verified' | 'can'>): readonly PrivacySwitch[] {
  return [
    {
      name: 'public_profile',
      label: 'Public profile',
      says: 'Everyone here can see your name, tagline, bio and cover picture; when off, only your friends can.',
      short: 'Everyone here sees your name, bio and cover.',
      on: 'Everyone here can see your profile now',
      off: 'Only your friends can see your profile now',
    },
    {
      name: 'allow_search',
      label: 'Let others find you',
      ...foundWords(me),
      off: 'Only your friends can find you by searching now',
    },
    {
      name: 'allow_invites',
      label: 'Let others invite you',
      says: 'People who are not your friends can send you friend requests and invite you to spaces; when off, only friends can invite you.',
      short: 'Everyone here can send you friend requests.',
      on: 'Everyone here can invite you now',
      off: 'Only your friends can invite you now',
    },
  ];
}

const byName = 'by your username, and by your name if your profile is public';
const byAddressToo =
  'by your username, by your exact email address, and by your name if your profile is public';

/** An unverified address may be someone else's, so it finds no one; where it could be verified, the name does not either. */
function foundWords({ email_verified, can }: Pick<Me, 'email_verified' | 'can'>) {
  const on = 'Others can find you now';
  if (email_verified) {
    return {
      says: `Others find you ${byAddressToo}; when off, only your friends do.`,
      short: 'Others find you by your username and email address.',
      on,
    };
  }
  if (!can.verify_email) {
    return {
      says: `Others find you ${byName}; when off, only your friends do.`,
      short: 'Others find you by your username.',
      on,
    };
  }
  return {
    says: `Once your email address is verified, others find you ${byAddressToo}; until then, and when off, only your friends do.`,
    short: 'Others find you once your email address is verified.',
    on: 'Others can find you once your email address is verified',
  };
}
