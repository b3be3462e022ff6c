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
      says: 'Everybody here may see your name, tagline, bio and cover picture; when off, only your friends.',
      short: 'Everybody here sees your name, bio and cover.',
      on: 'Everybody here may see your profile now',
      off: 'Only your friends see your profile now',
    },
    {
      name: 'allow_search',
      label: 'Be found',
      ...foundWords(me),
      off: 'Only your friends find you by searching now',
    },
    {
      name: 'allow_invites',
      label: 'Be invited',
      says: 'People who are not your friends may send you friend requests and invite you to spaces; when off, only friends may invite you.',
      short: 'Everyone here may send you friend requests.',
      on: 'Everybody here may invite you now',
      off: 'Only your friends may invite you now',
    },
  ];
}

const byName = 'by your username, and by your name if your profile is public';
const byAddressToo =
  'by your username, by your exact e-mail address, and by your name if your profile is public';

/** An unverified address may be someone else's, so it finds no one; where it could be verified, the name does not either. */
function foundWords({ email_verified, can }: Pick<Me, 'email_verified' | 'can'>) {
  const on = 'Others can find you now';
  if (email_verified) {
    return {
      says: `Others find you ${byAddressToo}; when off, only your friends do.`,
      short: 'Others find you by your username and e-mail address.',
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
    says: `Once your e-mail address is verified, others find you ${byAddressToo}; until then, and when off, only your friends do.`,
    short: 'Others find you once your e-mail address is verified.',
    on: 'Others can find you once your e-mail address is verified',
  };
}
