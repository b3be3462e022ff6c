import type { OwnSpace, SessionRow } from '@polylogue/contract';
import { newId, spaceLimits } from '@polylogue/sync';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { serverNow } from '../../api/index.ts';
import { whenOf } from '../../lib/text/time.ts';
import { FormDialog, Unsaved } from '../../ui/dialog/form-dialog.tsx';
import { DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { ButtonLink, TextField, toast } from '../../ui/index.ts';
import { FormEnd, QueryResult } from '../person/index.ts';
import { changeSession } from './actions.ts';
import styles from './dialog-form.module.css';
import { localInput } from './local-input.ts';
import { scheduleSession } from './making.ts';
import { ownSpaces } from './queries.ts';
import { SpaceField } from './space-field.tsx';
import { mayTellOthers, textError } from './wrong-fields.ts';

interface ScheduleDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  space_id?: string;
  /** The session to change, instead of scheduling one. */
  session?: SessionRow;
}

/** A title, a date and a duration: the session appears in every member's sidebar. */
export function ScheduleDialog({ open, onOpenChange, space_id, session }: ScheduleDialogProps) {
  const query = useQuery({ ...ownSpaces, enabled: open });
  return (
    <FormDialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>{session ? 'Change Session' : 'Schedule Session'}</DialogTitle>
      <QueryResult query={query} waiting="Loading your spaces">
        {(all) => {
          const spaces = all.filter(
            ({ space, can }) => can.schedule && (!space_id || space.space_id === space_id),
          );
          return spaces.length === 0 ? (
            <NoSpace close={() => onOpenChange(false)} />
          ) : (
            <Form spaces={spaces} isFixed={!!space_id} session={session} close={() => onOpenChange(false)} />
          );
        }}
      </QueryResult>
    </FormDialog>
  );
}

function NoSpace({ close }: { close(): void }) {
  return (
    <>
      <p>A session is a meeting in a space: everyone in it meets at a set time.</p>
      <p>You are not yet in a space where you can schedule a session. Create or join one first.</p>
      <DialogActions>
        {/* From /spaces, the link leads nowhere else. */}
        <Link href="/spaces" asChild onClick={close}>
          <ButtonLink tone="accent">Go to Spaces</ButtonLink>
        </Link>
      </DialogActions>
    </>
  );
}

interface FormProps {
  spaces: readonly OwnSpace[];
  isFixed: boolean;
  session: SessionRow | undefined;
  close(): void;
}

function Form({ spaces, isFixed, session, close }: FormProps) {
  const [, navigate] = useLocation();
  // So that sending it twice makes one session.
  const [session_id] = useState(newId);
  const [firstHour] = useState(nextHour);
  const [firstSpace] = useState(spaces[0]?.space.space_id ?? '');
  const [space_id, setSpace] = useState(firstSpace);
  // What is not typed here is as it is now, since another host may change it meanwhile.
  const now = {
    title: session?.title ?? '',
    start: localInput(session ? new Date(session.starts_at) : firstHour),
    minutes: String(session?.minutes ?? 60),
  };
  const [typed, setTyped] = useState<Partial<typeof now>>({});
  const { title, start, minutes } = { ...now, ...typed };
  const isChanged =
    space_id !== firstSpace || title !== now.title || start !== now.start || minutes !== now.minutes;
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isChecked, setChecked] = useState(false);

  // The field shows no seconds, and a session that has begun may keep its start.
  const isSameStart = session !== undefined && start === now.start;
  const starts_at = isSameStart ? session.starts_at : new Date(start).getTime();
  const length = Number(minutes);
  const words = session ? { send: 'Save', sending: 'Saving…' } : { send: 'Schedule', sending: 'Scheduling…' };
  const wrongStart = !isSameStart && !(starts_at >= serverNow()) ? 'Choose a time in the future' : '';
  const wrongLength =
    Number.isInteger(length) && length >= 5 && length <= spaceLimits.sessionMinutes
      ? ''
      : `Minutes must be between 5 and ${spaceLimits.sessionMinutes}`;
  const wrongTitle = textError(title, spaceLimits.nameLength);

  async function send(event: FormEvent) {
    event.preventDefault();
    const form = event.currentTarget;
    setChecked(true);
    if (isBusy || wrongStart || wrongLength || wrongTitle) return;
    setBusy(true);
    setError(undefined);
    try {
      if (!(await mayTellOthers({ title }))) return;
      if (session)
        await changeSession(space_id, session.session_id, {
          ...(typed.title !== undefined && { title }),
          ...(!isSameStart && { starts_at }),
          ...(typed.minutes !== undefined && { minutes: length }),
        });
      else await scheduleSession(space_id, session_id, { title, starts_at, minutes: length });
      // Not after Back, which has led them elsewhere.
      const isHere = form.isConnected;
      // What was entered is saved: leaving the page must not ask about it.
      flushSync(close);
      toast({ title: session ? 'Session changed' : 'Session scheduled', text: whenOf(starts_at) });
      if (!isFixed && isHere) navigate(`/spaces/${space_id}`);
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <Unsaved when={isChanged} busy={isBusy} />
      {!isFixed && <SpaceField spaces={spaces} value={space_id} onChange={setSpace} />}
      <TextField
        label="Title"
        value={title}
        error={wrongTitle}
        maxLength={spaceLimits.nameLength}
        autoComplete="off"
        optional
        hint="What it is about"
        onChange={(event) => setTyped({ ...typed, title: event.currentTarget.value })}
      />
      <TextField
        type="datetime-local"
        label="Date and time"
        value={start}
        error={isChecked && wrongStart}
        onChange={(event) => setTyped({ ...typed, start: event.currentTarget.value })}
      />
      <TextField
        type="number"
        label="Minutes"
        value={minutes}
        min={5}
        step={5}
        error={isChecked && wrongLength}
        onChange={(event) => setTyped({ ...typed, minutes: event.currentTarget.value })}
      />
      <FormEnd error={error} {...words} isBusy={isBusy} close={close} />
    </form>
  );
}

function nextHour(): Date {
  const date = new Date(serverNow() + 3_600_000);
  date.setMinutes(0, 0, 0);
  return date;
}
