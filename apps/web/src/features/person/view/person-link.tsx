import type { Person } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { classes, HoverPanel } from '../../../ui/index.ts';
import type { PersonAction } from '../person-actions/person-action.ts';
import { PersonActionDialog } from '../person-actions/person-action-dialog.tsx';
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
  const [action, setAction] = useState<PersonAction | null>(null);
  const name = nameOf(person);
  return (
    <>
      <HoverPanel
        label={name}
        panel={(close) => (
          <PersonCard
            person={person}
            onGone={close}
            onAction={(action) => {
              close();
              setAction(action);
            }}
          />
        )}
      >
        {(trigger) => (
          <Link
            href={personAddress(person.user_id)}
            className={classes(styles.person, className)}
            {...trigger}
          >
            {children ?? name}
          </Link>
        )}
      </HoverPanel>
      <PersonActionDialog person={person} action={action} onClose={() => setAction(null)} />
    </>
  );
}
