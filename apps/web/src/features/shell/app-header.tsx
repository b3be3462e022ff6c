import type { Me } from '@polylogue/contract';
import { Link, useLocation } from 'wouter';
import { BellIcon, ChatIcon, Menu, PlusIcon, Popover, SpaceIcon, Wordmark } from '../../ui/index.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './app-header.module.css';
import { EntryList } from './entry-list.tsx';
import { notificationsFor } from './notification.ts';
import { SearchBox } from './search-box.tsx';
import { sections } from './sections.ts';

/** The header of every page that needs an account. */
export function AppHeader({ me }: { me: Me }) {
  const [path, navigate] = useLocation();
  return (
    <header className={styles.header}>
      <Link href="/dashboard" className={styles.home}>
        <Wordmark short />
      </Link>
      <SearchBox />
      <nav className={styles.sections} aria-label="Main">
        {sections.map(({ href, title }) => (
          <Link
            key={href}
            href={href}
            className={styles.section}
            aria-current={path === href ? 'page' : undefined}
          >
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
            { label: 'New space', icon: <SpaceIcon size={18} />, act: () => navigate('/spaces') },
          ]}
        />
        <Notifications me={me} />
        <AccountMenu me={me} />
      </div>
    </header>
  );
}

function Notifications({ me }: { me: Me }) {
  const notifications = notificationsFor(me);
  const { length } = notifications;
  return (
    <Popover
      label="Notifications"
      icon={
        <span className={styles.bell} data-new={length > 0 || undefined}>
          <BellIcon />
        </span>
      }
      {...(length > 0 && { hint: `${length} new` })}
    >
      <EntryList entries={notifications}>
        <p>No notifications yet.</p>
        <p className={styles.later}>
          News about your account, and requests and invitations of others, stand here.
        </p>
      </EntryList>
    </Popover>
  );
}
