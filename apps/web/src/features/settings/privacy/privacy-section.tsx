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
        Everybody you meet here sees your username and your profile picture. Your location is for your
        friends; your e-mail address, phone number and birth date are for nobody but you. Each switch counts
        at once.
      </p>
      <PrivacySwitches me={me} />
      <p className={styles.note}>
        Your personal friend link works whatever you choose here: whoever you give it to may ask for your
        friendship. It is on the <Link href="/community">Community</Link> page.
      </p>
    </>
  );
}
