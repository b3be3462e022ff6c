import { Link } from 'wouter';
import { meOf, useAccount } from '../account/index.ts';
import styles from './community-page.module.css';

/** That nobody was found, why, and what to do about it. */
export function NobodyByThat({ text }: { text: string }) {
  return (
    <div className={styles.nobody} role="status">
      <p className={styles.title}>Nobody found for “{text}”.</p>
      <p>
        People are found only if they allow it and have verified their e-mail address, and by their real name
        only if their profile is public. Send them your friend link below, or ask them to switch on “Be found”
        in their privacy settings.
      </p>
      <Oneself />
    </div>
  );
}

/** Whether the one who looks could be found themselves. */
function Oneself() {
  const me = meOf(useAccount());
  if (!me) return null;
  if (!me.privacy_settings.allow_search) {
    return (
      <p>
        You cannot be found either: <Link href="/settings/privacy">change your privacy settings</Link>.
      </p>
    );
  }
  if (me.email_verified) return null;
  return (
    <p>
      You cannot be found yet: <Link href="/verify-email">verify your e-mail address</Link> first.
    </p>
  );
}
