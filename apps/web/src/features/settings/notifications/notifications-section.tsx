import type { OwnSpace } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { BrowserNotifications } from '../../../ui/browser-notifications/index.ts';
import { EmptyState } from '../../../ui/index.ts';
import { Select } from '../../../ui/select/index.ts';
import { orToast, QueryResult } from '../../person/index.ts';
import { notifyChoices, ownSpaces, refetchSpaces, setNotify } from '../../space/index.ts';
import form from '../form.module.css';
import { Subsection } from '../part.tsx';

/** What the member is notified of, space by space, and whether this browser shows it. */
export function NotificationsSection() {
  const query = useQuery(ownSpaces);
  return (
    <>
      <Subsection title="On this device">
        <BrowserNotifications />
      </Subsection>
      <Subsection
        title="Your spaces"
        intro="Sessions are announced unless you choose Nothing. Unread messages are always counted."
      >
        <QueryResult query={query} waiting="Loading your spaces" failed="Failed to load your spaces">
          {(spaces) =>
            spaces.length === 0 ? (
              <EmptyState title="You are in no space yet.">
                <p>
                  What you are notified of in a space is set here once you are in one. See{' '}
                  <Link href="/spaces">Spaces</Link>.
                </p>
              </EmptyState>
            ) : (
              <div className={form.form}>
                {spaces.map((own) => (
                  <SpaceChoice key={own.space.space_id} own={own} />
                ))}
              </div>
            )
          }
        </QueryResult>
      </Subsection>
    </>
  );
}

function SpaceChoice({ own }: { own: OwnSpace }) {
  /** Chosen, and not yet part of `own`. */
  const [pending, setPending] = useState<OwnSpace['notify']>();

  async function choose(notify: OwnSpace['notify']) {
    setPending(notify);
    const saved = setNotify(own.space.space_id, notify).then(refetchSpaces);
    await orToast(saved, `Notifications from ${own.space.name} are saved`);
    setPending((now) => (now === notify ? undefined : now));
  }

  return (
    <Select
      label={own.space.name}
      value={pending ?? own.notify}
      choices={Object.entries(notifyChoices)}
      onChange={(notify) => void choose(notify as OwnSpace['notify'])}
    />
  );
}
