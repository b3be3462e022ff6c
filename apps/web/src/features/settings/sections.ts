import type { ComponentType } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { lazyComponent } from '../../lib/lazy/lazy-component.tsx';
import { MissingSection } from './missing-section.tsx';

/** One group of settings, with its own address. */
export interface Section {
  href: string;
  title: string;
  /** A short description. */
  about: string;
  /** It is about an account; the others are about this browser, and for guests too. */
  isOfAccount: boolean;
  Body: ComponentType;
  /** Preloads its code. */
  prepare(): Promise<unknown>;
}

interface SectionGroup {
  title: string;
  sections: readonly Section[];
}

const groups: readonly SectionGroup[] = [
  {
    title: 'Account',
    sections: [
      ofAccount('/settings/profile', 'Profile', 'Your name and what you say about yourself', () =>
        import('./profile/profile-section.tsx').then((file) => file.ProfileSection),
      ),
      ofAccount('/settings/pictures', 'Pictures', 'Your profile and cover pictures', () =>
        import('./pictures/pictures-section.tsx').then((file) => file.PicturesSection),
      ),
      ofAccount('/settings/account', 'Email and password', 'What you sign in with', () =>
        import('./credentials/credentials-section.tsx').then((file) => file.CredentialsSection),
      ),
      ofAccount('/settings/sign-ins', 'Sign-ins', 'The devices on which you are signed in', () =>
        import('./sign-ins/sign-ins-section.tsx').then((file) => file.SignInsSection),
      ),
    ],
  },
  {
    title: 'General',
    sections: [
      ofBrowser(
        '/settings/appearance',
        'Appearance',
        'Theme, text size, density and the key that sends',
        () => import('./appearance/appearance-section.tsx').then((file) => file.AppearanceSection),
      ),
      ofBrowser('/settings/models', 'Models & keys', 'Who answers you, and with which key', () =>
        import('./models/models-section.tsx').then((file) => file.ModelsSection),
      ),
      ofBrowser(
        '/settings/instructions',
        'Instructions',
        'How you want to be answered in all conversations',
        () => import('./instructions/instructions-section.tsx').then((file) => file.InstructionsSection),
      ),
    ],
  },
  {
    title: 'People',
    sections: [
      ofAccount('/settings/notifications', 'Notifications', 'What you are notified of in your spaces', () =>
        import('./notifications/notifications-section.tsx').then((file) => file.NotificationsSection),
      ),
      ofAccount('/settings/privacy', 'Privacy', 'Who can see, find and invite you', () =>
        import('./privacy/privacy-section.tsx').then((file) => file.PrivacySection),
      ),
      ofAccount('/settings/blocked', 'Blocked people', 'Who cannot see or reach you', () =>
        import('./blocked/blocked-section.tsx').then((file) => file.BlockedSection),
      ),
    ],
  },
  {
    title: 'Storage',
    sections: [
      ofAccount('/settings/files', 'Files', 'What you have uploaded, and how much storage is left', () =>
        import('./files/files-section.tsx').then((file) => file.FilesSection),
      ),
      ofAccount(
        '/settings/data',
        'Your data',
        'Download everything, delete your messages or your account',
        () => import('./own-data/own-data-section.tsx').then((file) => file.OwnDataSection),
      ),
    ],
  },
];

export const sections: readonly Section[] = groups.flatMap(({ sections }) => sections);

/** What a member can set, or a guest. */
export const groupsFor = (isMember: boolean): readonly SectionGroup[] =>
  groups
    .map((group) => ({ ...group, sections: group.sections.filter((one) => isMember || !one.isOfAccount) }))
    .filter(({ sections }) => sections.length > 0);

type Load = () => Promise<ComponentType>;

function ofAccount(href: string, title: string, about: string, load: Load): Section {
  return section({ href, title, about, isOfAccount: true }, load);
}

function ofBrowser(href: string, title: string, about: string, load: Load): Section {
  return section({ href, title, about, isOfAccount: false }, load);
}

function section(described: Omit<Section, 'Body' | 'prepare'>, load: Load): Section {
  const code = lazy(load);
  return { ...described, Body: lazyComponent(code, MissingSection), prepare: code.fetch };
}
