import { Link } from 'wouter';
import type { MissingProps } from '../lib/lazy/lazy-component.tsx';
import { useTitle } from '../lib/page/title.ts';
import { Button, ButtonLink, OpenPage, Wordmark } from '../ui/index.ts';
import styles from './error-boundary.module.css';

/** Replaces a page whose code cannot be loaded. What is on other pages is still there. */
export function MissingPage({ isRetrying: isAsking, onRetry: onAgain }: MissingProps) {
  useTitle('Page not loaded');
  return (
    <OpenPage
      className={styles.page}
      home={
        <Link href="/dashboard">
          <Wordmark />
        </Link>
      }
    >
      <div className={styles.text}>
        <h1 className={styles.title}>This page could not be loaded</h1>
        <p role="alert">Check your internet connection. Then the page loads by itself.</p>
      </div>
      <div className={styles.buttons}>
        <Button tone="accent" busy={isAsking} onClick={onAgain}>
          Try again
        </Button>
        {location.pathname !== '/chat' && (
          <Link href="/chat" asChild>
            <ButtonLink>New conversation</ButtonLink>
          </Link>
        )}
      </div>
    </OpenPage>
  );
}
