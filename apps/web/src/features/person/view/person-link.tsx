import type { Person } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classes, HoverPanel } from '../../../ui/index.ts';
import { personActionRequest } from '../person-actions/person-action-request.ts';
import { personAddress } from '../user/person-address.ts';
import { PersonCard } from './person-card.tsx';
import styles from './person-link.module.css';

interface PersonLinkProps {
  person: Person;
  className?: string | undefined;
  /** The person's name unless something else is shown. */
  children?: ReactNode;
}

/** Names a person: links to their page, and shows their card on hover or keyboard focus. */
export function PersonLink({ person, className, children }: PersonLinkProps) {
  const name = nameOf(person);
  return (
    <HoverPanel
      label={name}
      panel={(close) => (
        <PersonCard
          person={person}
          onGone={close}
          onAction={(action) => {
            close();
            personActionRequest.dispatch({ person, action });
          }}
        />
      )}
    >
      {(trigger) => (
        <Link href={personAddress(person.user_id)} className={classes(styles.person, className)} {...trigger}>
          {children ?? name}
        </Link>
      )}
    </HoverPanel>
  );
}
