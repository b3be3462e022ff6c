import type { Person } from '@polylogue/contract';
import type { CSSProperties, ReactNode } from 'react';
import { Avatar, PlaceIcon, personColour } from '../../ui/index.ts';
import { nameOf } from '../person/index.ts';
import styles from './profile-head.module.css';

/** The fields shown. */
type Shown = Pick<
  Person,
  | 'user_id'
  | 'username'
  | 'first_name'
  | 'last_name'
  | 'profile_picture_url'
  | 'cover_picture_url'
  | 'tagline'
  | 'location'
  | 'bio'
>;

interface ProfileHeadProps {
  person: Shown;
  actions: ReactNode;
  /** Their relation to the reader. */
  note?: ReactNode;
}

/** A person's pictures, names, and what they say about themselves. */
export function ProfileHead({ person, actions, note }: ProfileHeadProps) {
  const { user_id, username, profile_picture_url, cover_picture_url, tagline, location, bio } = person;
  const name = nameOf(person);
  return (
    <>
      <div
        className={styles.cover}
        data-bare={!cover_picture_url || undefined}
        style={{ '--person': personColour(user_id) } as CSSProperties}
      >
        {cover_picture_url && <img className={styles.picture} src={cover_picture_url} alt="" />}
      </div>
      <div className={styles.top}>
        <span className={styles.face}>
          <Avatar id={user_id} name={name} picture={profile_picture_url} size={104} />
        </span>
        <div className={styles.actions}>{actions}</div>
      </div>
      <div className={styles.words}>
        <div>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.quiet}>@{username}</p>
        </div>
        {tagline && (
          <p className={styles.tagline} dir="auto">
            {tagline}
          </p>
        )}
        {location && (
          <p className={styles.place}>
            <PlaceIcon size={16} />
            {location}
          </p>
        )}
        {note && <p className={styles.quiet}>{note}</p>}
        {bio && (
          <p className={styles.bio} dir="auto">
            {bio}
          </p>
        )}
      </div>
    </>
  );
}
