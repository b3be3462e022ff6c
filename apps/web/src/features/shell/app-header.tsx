import type { Me } from '@polylogue/contract';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { ChatIcon, Menu, PlusIcon, SpaceIcon, Wordmark } from '../../ui/index.ts';
import { AskedPersonAction } from '../person/index.ts';
import { watchUnsentPosts } from '../space/index.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './app-header.module.css';
import { DrawerButton } from './drawer-button.tsx';
import { currentAt, mainPages } from './main-pages.ts';
import { Notifications } from './notifications.tsx';
import { SearchBox } from './search-box.tsx';

interface AppHeaderProps {
  me: Me;
}

/** The header of every page for members. On a phone the sections are in the drawer and in the bar below. */
export function AppHeader({ me }: AppHeaderProps) {
  const [path, navigate] = useLocation();
  useEffect(() => watchUnsentPosts(me.user_id, navigate), [me.user_id, navigate]);
  return (
    <header className={styles.header}>
      <DrawerButton className={styles.menu} />
      <Link href="/dashboard" className={styles.home}>
        <Wordmark short />
      </Link>
      <SearchBox />
      <nav className={styles.sections} aria-label="Main">
        {mainPages.map(({ href, title }) => (
          <Link key={href} href={href} className={styles.section} aria-current={currentAt(path, href)}>
            {title}
          </Link>
        ))}
      </nav>
      <div className={styles.actions}>
        <Menu
          label="Add"
          icon={<PlusIcon />}
          items={[
            { label: 'New conversation', icon: <ChatIcon size={18} />, act: () => navigate('/chat') },
            { label: 'New space', icon: <SpaceIcon size={18} />, act: () => navigate('/spaces?new') },
          ]}
        />
        <Notifications me={me} />
        <AccountMenu me={me} />
      </div>
      <AskedPersonAction key={me.user_id} />
    </header>
  );
}
