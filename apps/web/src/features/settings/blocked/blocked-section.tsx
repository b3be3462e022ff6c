import type { BlockedPerson } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { day } from '../../../lib/text/ago.ts';
import { BlockedDrawing } from '../../../ui/empty-state/index.ts';
import { Avatar, Button, EmptyState, toast } from '../../../ui/index.ts';
import {
  blockedUsers,
  ModelError,
  QueryResult,
  reasonOf,
  smallPicture,
  unblock,
} from '../../person/index.ts';
import form from '../form.module.css';
import styles from '../rows.module.css';

export function BlockedSection() {
  const query = useQuery(blockedUsers);
  return (
    <>
      <p className={form.note}>Neither of you can see or contact the other. They are not notified.</p>
      <QueryResult
        query={query}
        waiting="Loading the people you have blocked"
        failed="Failed to load the people you have blocked"
      >
        {(blocked) =>
          blocked.length === 0 ? (
            <EmptyState drawing={<BlockedDrawing />} title="You have not blocked anyone.">
              <p>You can block someone from their profile or card.</p>
            </EmptyState>
          ) : (
            <ul className={styles.rows} aria-label="Blocked people">
              {blocked.map((each) => (
                <Row key={each.user_id} blocked={each} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </>
  );
}

function Row({
  blocked: { user_id, username, profile_picture_url, blocked_at },
}: {
  blocked: BlockedPerson;
}) {
  const [isBusy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  async function takeBack() {
    const page = button.current?.closest('main');
    setBusy(true);
    try {
      await unblock(user_id);
      // The pressed button goes away with its row, and the focus falls back to the page.
      if ([document.body, button.current].includes(document.activeElement as HTMLElement))
        page?.focus({ preventScroll: true });
      toast({ title: `${username} is no longer blocked` });
    } catch (error) {
      setBusy(false);
      toast({
        tone: 'destructive',
        title: error instanceof ModelError ? error.message : 'Failed to unblock user',
        text: reasonOf(error),
      });
    }
  }

  return (
    <li className={styles.row}>
      <Avatar id={user_id} name={username} picture={smallPicture(profile_picture_url)} size={40} />
      <div className={styles.text}>
        <p className={styles.name}>{username}</p>
        <p className={styles.about}>since {day(new Date(blocked_at))}</p>
      </div>
      <Button ref={button} small busy={isBusy} aria-label={`Unblock ${username}`} onClick={takeBack}>
        Unblock
      </Button>
    </li>
  );
}
