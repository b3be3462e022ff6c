import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../../lib/page/title.ts';
import { Frame } from '../../ui/frame/index.ts';
import { Header, ToastPlace, Wordmark } from '../../ui/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import { AppHeader } from './app-header.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { DrawerButton } from './drawer-button.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

interface ShellProps {
  /** The page's title in the browser tab. */
  title: string;
  /** As high as the screen: its content scrolls, not the page. */
  isScreen?: boolean;
  children: ReactNode;
}

const content = 'content';

/** The common frame of the pages around conversations and accounts. */
export function Shell({ title, isScreen = false, children }: ShellProps) {
  useTitle(title);
  const me = meOf(useAccount());
  return (
    <Frame
      content={content}
      isScreen={isScreen}
      header={me ? <AppHeader me={me} /> : <GuestHeader />}
      side={<Sidebar />}
      bar={me && !isScreen && <BottomBar />}
    >
      <main id={content} tabIndex={-1} className={isScreen ? styles.screen : styles.main}>
        {isScreen ? (
          children
        ) : (
          <>
            <div>{children}</div>
            <ToastPlace isFloating className={styles.toasts} />
          </>
        )}
      </main>
    </Frame>
  );
}

function GuestHeader() {
  return (
    <Header>
      <div className={styles.home}>
        <DrawerButton className={styles.menu} />
        <Link href="/">
          <Wordmark />
        </Link>
      </div>
    </Header>
  );
}
