import { Link } from 'wouter';
import { useTitle } from '../lib/page/title.ts';
import { Header, Wordmark } from '../ui/index.ts';
import styles from './not-found.module.css';

export function NotFound() {
  useTitle('Page not found');
  return (
    <div className={styles.page}>
      <Header>
        <Link href="/dashboard">
          <Wordmark />
        </Link>
      </Header>
      <main className={styles.main}>
        <h1 className={styles.number}>404</h1>
        <p className={styles.words}>Oops! The page you're looking for doesn't exist.</p>
        <Link href="/chat">Go to the chat</Link>
      </main>
    </div>
  );
}
