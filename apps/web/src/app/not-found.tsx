import { Link } from 'wouter';
import { LegalLinks } from '../features/legal/index.ts';
import { useTitle } from '../lib/page/title.ts';
import { OpenPage, Wordmark } from '../ui/index.ts';
import styles from './not-found.module.css';

export function NotFound() {
  useTitle('Page not found');
  return (
    <OpenPage
      className={styles.main}
      home={
        <Link href="/dashboard">
          <Wordmark />
        </Link>
      }
      footer={<LegalLinks />}
    >
      <h1 className={styles.number}>404</h1>
      <p className={styles.words}>Oops! The page you're looking for doesn't exist.</p>
      <Link href="/chat">New conversation</Link>
    </OpenPage>
  );
}
