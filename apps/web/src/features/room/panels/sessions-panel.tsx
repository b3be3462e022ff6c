import type { PostRow, SessionRow } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { download } from '../../../lib/files/download.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { whenOf } from '../../../lib/text/time.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Drawer, DrawerContent } from '../../../ui/drawer/index.ts';
import { Button, classes, DownloadIcon } from '../../../ui/index.ts';
import { QueryResult, reasonOf } from '../../person/index.ts';
import {
  ChangeSession,
  calendarFile,
  cancelSession,
  ScheduleSession,
  upcomingSessions,
} from '../../space/index.ts';
import styles from './panel.module.css';
import type { PanelProps } from './panel.ts';

const isOfSession = ({ notice }: PostRow) =>
  notice !== null && ['scheduled', 'moved', 'cancelled'].includes(notice.kind);

/** The upcoming sessions of a space. */
export function SessionsPanel({ room, own: { space, can }, open, dock, onOpenChange }: PanelProps) {
  const query = useQuery({ ...upcomingSessions, enabled: open });
  const { refetch } = query;
  // Who scheduled it on another device, or chose Nothing, is not notified: the line in the room tells.
  const lastLine = useLive(room, ({ rows }) => rows.findLast(isOfSession)?.message_id);
  useEffect(() => {
    if (open && lastLine) void refetch({ cancelRefetch: false });
  }, [open, lastLine, refetch]);
  const [cancelling, setCancelling] = useState<SessionRow | null>(null);

  function save(session: SessionRow) {
    const text = calendarFile(session, space.name, `${location.origin}/spaces/${space.space_id}`, Date.now());
    download(`${session.title ?? space.name}.ics`, text, 'text/calendar');
  }

  return (
    <>
      <Drawer side="end" dock={dock} open={open} onOpenChange={onOpenChange} title="Sessions">
        <DrawerContent>
          <QueryResult query={query} waiting="Loading the sessions">
            {(all) => {
              const sessions = all.filter(({ space_id }) => space_id === space.space_id);
              return sessions.length === 0 ? (
                <p className={styles.quiet}>No sessions scheduled. A session is a set time to meet here.</p>
              ) : (
                <ul className={classes(styles.list, styles.sessions)} aria-label="Sessions">
                  {sessions.map((session) => (
                    <li key={session.session_id} className={classes(styles.entry, styles.session)}>
                      <strong>{session.title ?? space.name}</strong>
                      <span className={styles.quiet}>
                        {whenOf(session.starts_at)}, {session.minutes} minutes
                      </span>
                      <span className={styles.buttons}>
                        <Button small onClick={() => save(session)}>
                          <DownloadIcon size={16} />
                          Calendar file
                        </Button>
                        {can.schedule && (
                          <>
                            <ChangeSession space_id={space.space_id} session={session} />
                            <Button small onClick={() => setCancelling(session)}>
                              Cancel session
                            </Button>
                          </>
                        )}
                      </span>
                    </li>
                  ))}
                </ul>
              );
            }}
          </QueryResult>
          {can.schedule && (
            <div>
              <ScheduleSession space_id={space.space_id} />
            </div>
          )}
        </DrawerContent>
      </Drawer>
      {cancelling && (
        <ConfirmDialog
          open
          onOpenChange={() => setCancelling(null)}
          title={`Cancel ${cancelling.title ?? 'this session'}?`}
          label="Cancel session"
          busyLabel="Cancelling…"
          keepLabel="Keep session"
          failed="The session was not cancelled"
          why={reasonOf}
          act={() => cancelSession(space.space_id, cancelling.session_id)}
        >
          <p>
            It is on {whenOf(cancelling.starts_at)}. Members are notified, unless they chose Nothing, and a
            line in the space says so.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
