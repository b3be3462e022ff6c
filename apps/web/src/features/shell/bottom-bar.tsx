import { Link, useLocation } from 'wouter';
import { ChatIcon, HomeIcon, PersonIcon, PlusIcon, SpaceIcon } from '../../ui/index.ts';
import styles from './bottom-bar.module.css';

const places = [
  { href: '/dashboard', title: 'Home', icon: <HomeIcon /> },
  { href: '/conversations', title: 'Conversations', icon: <ChatIcon /> },
  { href: '/chat', title: 'New conversation', icon: <PlusIcon />, isNew: true },
  { href: '/spaces', title: 'Spaces', icon: <SpaceIcon /> },
  { href: '/profile', title: 'You', icon: <PersonIcon /> },
];

/** On a phone: the most used pages, within reach of the thumb. */
export function BottomBar() {
  const [path] = useLocation();
  return (
    <nav className={styles.bar} aria-label="Quick access">
      {places.map(({ href, title, icon, isNew }) => (
        <Link
          key={href}
          href={href}
          className={isNew ? styles.new : styles.place}
          aria-label={isNew ? title : undefined}
          aria-current={path === href ? 'page' : undefined}
        >
          {icon}
          {!isNew && <span>{title}</span>}
        </Link>
      ))}
    </nav>
  );
}
