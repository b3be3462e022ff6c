import type { Me } from '@polylogue/contract';
import { Link } from 'wouter';
import { ButtonLink, Notice } from '../../ui/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import { type MissingField, missingFields } from '../person/index.ts';
import { Shell } from '../shell/index.ts';
import { ProfileHead } from './profile-head.tsx';
import styles from './profile-page.module.css';

const names: Record<MissingField, string> = {
  first_name: 'your first name',
  last_name: 'your last name',
  bio: 'a few words about yourself',
  profile_picture_url: 'a profile picture',
};

/** The reader, as others see them. */
export function ProfilePage() {
  const me = meOf(useAccount());
  if (!me) return null;
  return (
    <Shell title="Your profile">
      <OwnProfile me={me} />
    </Shell>
  );
}

/** The reader's own profile, with what they may want to do about it. */
function OwnProfile({ me }: { me: Me }) {
  const missing = missingFields(me).map((field) => names[field]);
  return (
    <article>
      <ProfileHead
        person={me}
        actions={
          <Link href="/settings/profile" asChild>
            <ButtonLink>Edit profile</ButtonLink>
          </Link>
        }
        note={whoSees(me)}
      />
      {missing.length > 0 && (
        <div className={styles.missing}>
          <Notice tone="good" title="Your profile is not complete yet">
            Still missing: {new Intl.ListFormat('en').format(missing)}.{' '}
            <Link href="/settings/profile">Add what is missing</Link>
          </Notice>
        </div>
      )}
    </article>
  );
}

function whoSees({ privacy_settings }: Me): string {
  return privacy_settings.public_profile
    ? 'Everyone who is signed in sees this, but only your friends see your location.'
    : 'Your friends see this. Strangers see your username and profile picture, nothing else.';
}
