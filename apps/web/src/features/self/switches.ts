import type { PrivacySettings } from '@polylogue/contract';

export type SwitchName = keyof PrivacySettings;

interface PrivacySwitch {
  name: SwitchName;
  label: string;
  /** Who sees or may do what while it is on, and who otherwise. */
  says: string;
  /** The same in a few words, where all are off. */
  short: string;
  /** Said when it is set. */
  on: string;
  /** In its place while the e-mail address is not verified. */
  onUnverified?: string;
  off: string;
}

export const switches: readonly PrivacySwitch[] = [
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
    says: 'Others find you by your username, by your exact e-mail address once it is verified, and by your name if your profile is public; when off, nobody does.',
    short: 'Others find you once your e-mail is verified.',
    on: 'Others can find you now',
    onUnverified: 'Others can find you once your e-mail address is verified',
    off: 'Nobody finds you by searching now',
  },
  {
    name: 'allow_invites',
    label: 'Be invited',
    says: 'People who are not your friends may ask for your friendship and invite you to spaces; when off, only friends invite you.',
    short: 'Everybody here may ask for your friendship.',
    on: 'Everybody here may invite you now',
    off: 'Only your friends may invite you now',
  },
];
