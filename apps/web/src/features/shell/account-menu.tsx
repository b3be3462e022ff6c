import type { Me } from '@polylogue/contract';
import { useState } from 'react';
import { useLocation } from 'wouter';
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
import { connectRequested, SignOut } from '../account/index.ts';
import { nameOf, smallPicture } from '../person/index.ts';
import styles from './account-menu.module.css';

/** Whose account this is, and what can be done with it. */
export function AccountMenu({ me }: { me: Me }) {
  const [, navigate] = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const theme = useThemeChoice();
  const name = nameOf(me);
  return (
    <>
      <Menu
        label="Your account"
        icon={<Avatar id={me.user_id} name={name} picture={smallPicture(me.profile_picture_url)} />}
        heading={
          <>
            <span className={styles.name}>{name}</span>
            <span>{me.email}</span>
          </>
        }
        worksOffline
        items={[
          { label: 'Profile', icon: <PersonIcon size={18} />, act: () => navigate('/profile') },
          { label: 'Settings', icon: <SettingsIcon size={18} />, act: () => navigate('/settings') },
          { label: 'Models & keys', icon: <KeyIcon size={18} />, act: () => connectRequested.dispatch(true) },
          { label: 'Costs', icon: <ChartIcon size={18} />, act: () => navigate('/costs') },
          theme,
          shortcutsItem,
          { label: 'Sign out', icon: <SignOutIcon size={18} />, act: () => setLeaving(true) },
        ]}
      />
      <SignOut open={isLeaving} onOpenChange={setLeaving} />
    </>
  );
}
