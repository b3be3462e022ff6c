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
  Body: ComponentType;
  /** Preloads its code. */
  prepare(): Promise<unknown>;
}

export const sections: readonly Section[] = [
  section('/settings/profile', 'Profile', 'Your name and what you say about yourself', () =>
    import('./profile/profile-section.tsx').then((file) => file.ProfileSection),
  ),
  section('/settings/pictures', 'Pictures', 'Your profile and cover pictures', () =>
    import('./pictures/pictures-section.tsx').then((file) => file.PicturesSection),
  ),
  section('/settings/privacy', 'Privacy', 'Who can see, find and invite you', () =>
    import('./privacy/privacy-section.tsx').then((file) => file.PrivacySection),
  ),
  section('/settings/instructions', 'Instructions', 'How you want to be answered in all chats', () =>
    import('./instructions/instructions-section.tsx').then((file) => file.InstructionsSection),
  ),
  section('/settings/account', 'Email and password', 'What you sign in with', () =>
    import('./credentials/credentials-section.tsx').then((file) => file.CredentialsSection),
  ),
  section('/settings/sign-ins', 'Sign-ins', 'The devices on which you are signed in', () =>
    import('./sign-ins/sign-ins-section.tsx').then((file) => file.SignInsSection),
  ),
  section('/settings/blocked', 'Blocked people', 'Who cannot see or reach you', () =>
    import('./blocked/blocked-section.tsx').then((file) => file.BlockedSection),
  ),
  section('/settings/files', 'Files', 'What you have uploaded, and how much storage is left', () =>
    import('./files/files-section.tsx').then((file) => file.FilesSection),
  ),
  section('/settings/data', 'Your data', 'Download everything, delete your messages or your account', () =>
    import('./own-data/own-data-section.tsx').then((file) => file.OwnDataSection),
  ),
];

function section(href: string, title: string, about: string, load: () => Promise<ComponentType>): Section {
  const code = lazy(load);
  return {
    href,
    title,
    about,
    Body: lazyComponent(code, MissingSection),
    prepare: code.fetch,
  };
}
