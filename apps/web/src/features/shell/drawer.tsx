import { useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { Drawer } from '../../ui/drawer/index.ts';
import { AppearanceMenu, ButtonLink, PlusIcon } from '../../ui/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import { isGuest } from '../conversation/index.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './drawer.module.css';
import { Foot, Glance } from './glance.tsx';
import { currentAt, mainPages } from './main-pages.ts';

interface FrameDrawerProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

const membersPages = [
  { href: '/dashboard', title: 'Home' },
  ...mainPages,
  { href: '/search', title: 'Search' },
  { href: '/notifications', title: 'Notifications' },
];
const guestsPages = [
  { href: '/', title: 'Home' },
  { href: '/search', title: 'Search' },
  { href: '/costs', title: 'Costs' },
];

/** Everything around a page, for screens without room for it. */
export function FrameDrawer({ open, onOpenChange }: FrameDrawerProps) {
  const [path] = useLocation();
  const me = meOf(useAccount());
  const hasGone = useRef(false);

  function go() {
    hasGone.current = true;
    onOpenChange(false);
  }

  /** After navigation the focus goes to the new page, not back to the button that opened this. */
  function finalFocus() {
    const main = hasGone.current ? document.querySelector('main') : null;
    hasGone.current = false;
    // On a phone, focusing the text box would open the keyboard.
    const box = matchMedia('(pointer: coarse)').matches
      ? null
      : main?.querySelector<HTMLElement>('textarea[aria-label="Message"]');
    if (main && !main.hasAttribute('tabindex')) main.tabIndex = -1;
    return box ?? main;
  }

  return (
    <Drawer title="Menu" open={open} onOpenChange={onOpenChange} finalFocus={finalFocus}>
      <div className={styles.content}>
        <Link href="/chat" asChild onClick={go}>
          <ButtonLink tone="accent">
            <PlusIcon size={18} />
            New conversation
          </ButtonLink>
        </Link>
        <nav aria-label="Pages">
          <ul className={styles.pages}>
            {(isGuest() ? guestsPages : membersPages).map(({ href, title }) => (
              <li key={href}>
                <Link href={href} className={styles.page} aria-current={currentAt(path, href)} onClick={go}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Glance onGo={go} />
        {isGuest() && <Foot onGo={go} />}
        <div className={styles.foot}>
          {me && !isGuest() ? <AccountMenu me={me} onGo={go} /> : <AppearanceMenu />}
        </div>
      </div>
    </Drawer>
  );
}
