import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../../lib/page/title.ts';
import { Header, SkipLink, Wordmark } from '../../ui/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import { AppHeader } from './app-header.tsx';
import styles from './shell.module.css';

interface ShellProps {
  /** The page's name in the tab. */
  title: string;
  /** Beside the content; below it on a phone. */
  sidebar?: ReactNode;
  children: ReactNode;
}

const content = 'content';

/** What the pages of an account have in common. */
export function Shell({ title, sidebar, children }: ShellProps) {
  useTitle(title);
  const me = meOf(useAccount());
  return (
    <div className={styles.page}>
      <SkipLink to={content} />
      {me ? <AppHeader me={me} /> : <VisitorHeader />}
      <div className={styles.body}>
        {sidebar}
        <main id={content} tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
    </div>
  );
}

function VisitorHeader() {
  return (
    <Header>
      <Link href="/">
        <Wordmark />
      </Link>
    </Header>
  );
}
