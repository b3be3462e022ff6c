import type { Me } from '@polylogue/contract';
import { Link } from 'wouter';
import { ButtonLink, Notice } from '../../ui/index.ts';
import { type MissingField, missingFields } from '../person/index.ts';
import styles from './own-profile.module.css';
import { ProfileHead } from './profile-head.tsx';

const names: Record<MissingField, string> = {
  first_name: 'your first name',
  last_name: 'your last name',
  bio: 'a few words about yourself',
  profile_picture_url: 'a profile picture',
};

/** The reader's own profile, with what they may want to do about it. */
export function OwnProfile({ me }: { me: Me }) {
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
