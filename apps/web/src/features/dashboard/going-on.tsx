import { Link } from 'wouter';
import { timeOrDay } from '../../lib/text/time.ts';
import { Snake } from '../../ui/index.ts';
import { countWords } from '../space/index.ts';
import type { Happening } from './happening.ts';
import styles from './rows.module.css';

/** What goes on while the member is here. */
export function GoingOn({ happening }: { happening: readonly Happening[] }) {
  if (happening.length === 0) return null;
  return (
    <section aria-labelledby="now" className={styles.section}>
      <h2 id="now" className={styles.title}>
        Now
      </h2>
      <ul className={styles.list}>
        {happening.map((one) => (
          <li key={one.id} className={styles.row}>
            <span className={styles.what}>
              <span>{wordsOf(one)}</span>{' '}
              <Link href={one.href} dir="auto">
                {one.title}
              </Link>
            </span>
            <span className={styles.when}>
              {one.type === 'answering' && <Snake size={14} />}
              {one.type === 'session' && timeOrDay(new Date(one.starts_at))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf(one: Happening): string {
  switch (one.type) {
    case 'answering':
      return 'An answer is coming in';
    case 'unread':
      return one.count === 1 ? '1 unread message in' : `${countWords(one.count)} unread messages in`;
    case 'session':
      return one.title === one.space ? 'Session in' : `Session in ${one.space}:`;
  }
}
