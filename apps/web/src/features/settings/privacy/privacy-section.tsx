import { Link } from 'wouter';
import { meOf, useAccount } from '../../account/index.ts';
import { PrivacySwitches } from '../../self/index.ts';
import styles from '../form.module.css';

export function PrivacySection() {
  const me = meOf(useAccount());
  if (!me) return null;
  return (
    <>
      <p className={styles.note}>
        Everyone you meet here sees your username and your profile picture. Only your friends see your
        location; only you see your email address, phone number and birth date. Each switch takes effect at
        once.
      </p>
      <PrivacySwitches me={me} />
      <p className={styles.note}>
        Your personal friend link works whatever you choose here: anyone you give it to can send you a friend
        request. It is on the <Link href="/community">Community</Link> page.
      </p>
    </>
  );
}
