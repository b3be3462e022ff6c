import type { Me } from '@polylogue/contract';
import { Link } from 'wouter';
import { CheckIcon } from '../../../ui/index.ts';
import { ProgressBar } from '../../../ui/progress/index.ts';
import { type MissingField, missingFields } from '../../person/index.ts';
import styles from './completeness.module.css';

const places: Record<MissingField, { what: string; href: string }> = {
  first_name: { what: 'your first name', href: '#first_name' },
  last_name: { what: 'your last name', href: '#last_name' },
  bio: { what: 'a bio', href: '#bio' },
  profile_picture_url: { what: 'a profile picture', href: '/settings/pictures' },
};
const all = Object.keys(places).length;

/** What the profile still lacks, each linked to its field. */
export function Completeness({ me }: { me: Me }) {
  const missing = missingFields(me);
  if (missing.length === 0) {
    return (
      <p className={styles.complete}>
        <CheckIcon size={18} />
        Your profile is complete.
      </p>
    );
  }
  const done = all - missing.length;
  return (
    <div className={styles.hint}>
      <ProgressBar label="How complete your profile is" share={done / all} text={`${done} of ${all}`} />
      <p>
        To complete your profile, add{' '}
        {missing.map((field, at) => (
          <span key={field}>
            {at > 0 && (at === missing.length - 1 ? ' and ' : ', ')}
            <FieldLink {...places[field]} />
          </span>
        ))}
        .
      </p>
    </div>
  );
}

function FieldLink({ what, href }: { what: string; href: string }) {
  if (!href.startsWith('#')) return <Link href={href}>{what}</Link>;
  return (
    <a
      href={href}
      onClick={(event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>(`[name="${href.slice(1)}"]`)?.focus();
      }}
    >
      {what}
    </a>
  );
}
