import type { Me } from '@polylogue/contract';
import { Link } from 'wouter';
import { meOf, useAccount } from '../account/index.ts';
import styles from './community-page.module.css';

/** Says that no one was found, why, and what to do about it. */
export function NoResults({ text }: { text: string }) {
  const me = meOf(useAccount());
  return (
    <div className={styles.none} role="status">
      <p className={styles.title}>No one found for “{text}”.</p>
      <p>
        {me?.can.verify_email
          ? 'People you are not friends with are found only if they allow it and have verified their email address, and by their real name only if their profile is public.'
          : 'People you are not friends with are found only if they allow it, by their real name only if their profile is public, and by their email address only if it is verified.'}{' '}
        Send them your friend link below, or ask them to switch on “Let others find you” in their privacy
        settings.
      </p>
      {me && <Oneself me={me} />}
    </div>
  );
}

/** Whether the reader can be found themselves. */
function Oneself({ me }: { me: Me }) {
  if (!me.privacy_settings.allow_search) {
    return (
      <p>
        Others cannot find you either: <Link href="/settings/privacy">change your privacy settings</Link>.
      </p>
    );
  }
  if (me.email_verified || !me.can.verify_email) return null;
  return (
    <p>
      Others cannot find you yet: <Link href="/verify-email">verify your email address</Link> first.
    </p>
  );
}
