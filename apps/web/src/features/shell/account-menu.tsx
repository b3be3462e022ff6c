import type { Me } from '@polylogue/contract';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { connectRequested } from '../../lib/state/connect-requested.ts';
import {
  Avatar,
  ChartIcon,
  KeyIcon,
  Menu,
  PersonIcon,
  SettingsIcon,
  SignOutIcon,
  shortcutsItem,
  useThemeChoice,
} from '../../ui/index.ts';
import { SignOut } from '../account/index.ts';
import { nameOf, smallPicture } from '../person/index.ts';
import styles from './account-menu.module.css';

interface AccountMenuProps {
  me: Me;
  /** In the menu of a phone: shows the name too. Called when an item leads elsewhere. */
  onGo?: () => void;
}

/** Whose account this is, and what can be done with it. */
export function AccountMenu({ me, onGo }: AccountMenuProps) {
  const [, navigate] = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const theme = useThemeChoice();
  const name = nameOf(me);
  const isWide = onGo !== undefined;

  function go(href: string) {
    onGo?.();
    navigate(href);
  }

  function openModels() {
    onGo?.();
    connectRequested.dispatch(true);
  }

  return (
    <>
      <Menu
        label={isWide ? `${name}, your account` : 'Your account'}
        className={isWide ? styles.wide : undefined}
        icon={
          <>
            <Avatar id={me.user_id} name={name} picture={smallPicture(me.profile_picture_url)} />
            {isWide && <span className={styles.whose}>{name}</span>}
          </>
        }
        heading={
          <>
            <span className={styles.name}>{name}</span>
            <span>{me.email}</span>
          </>
        }
        worksOffline
        items={[
          { label: 'Profile', icon: <PersonIcon size={18} />, act: () => go('/profile') },
          { label: 'Settings', icon: <SettingsIcon size={18} />, act: () => go('/settings') },
          { label: 'Models & keys', icon: <KeyIcon size={18} />, act: openModels },
          { label: 'Costs', icon: <ChartIcon size={18} />, act: () => go('/costs') },
          theme,
          shortcutsItem,
          { label: 'Sign out', icon: <SignOutIcon size={18} />, act: () => setLeaving(true) },
        ]}
      />
      <SignOut open={isLeaving} onOpenChange={setLeaving} />
    </>
  );
}
