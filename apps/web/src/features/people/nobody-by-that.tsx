import { Link } from 'wouter';
import { meOf, useAccount } from '../account/index.ts';
import styles from './community-page.module.css';

/** That nobody was found, why, and what to do about it. */
export function NobodyByThat({ text }: { text: string }) {
  const me = meOf(useAccount());
  return (
    <div className={styles.nobody} role="status">
      <p className={styles.title}>Nobody found for “{text}”.</p>
      <p>
        People are found only if they allow it. Send them your friend link below, or ask them to switch on
        “Let others find me” in their privacy settings.
      </p>
      {me && !me.privacy_settings.allow_search && (
        <p>
          You cannot be found either: <Link href="/settings/privacy">change your privacy settings</Link>.
        </p>
      )}
    </div>
  );
}
