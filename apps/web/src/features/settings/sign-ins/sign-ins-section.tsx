import type { SignIn } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { call } from '../../../api/index.ts';
import { ago, day } from '../../../lib/text/ago.ts';
import { Button, toast } from '../../../ui/index.ts';
import { isRefused, QueryResult } from '../../person/index.ts';
import form from '../form.module.css';
import { PasswordDialog } from '../password-dialog.tsx';
import styles from '../rows.module.css';
import { useRowFocus } from '../use-row-focus.ts';

interface SignIns {
  sign_ins: SignIn[];
}

/** What is to be ended: one sign-in, or all others. */
type Ending = SignIn | 'others';

export function SignInsSection() {
  const query = useQuery<SignIns>({ queryKey: ['/api/auth/sign-ins'], staleTime: 0 });
  const [ending, setEnding] = useState<Ending>('others');
  const [isAsking, setAsking] = useState(false);
  const rowFocus = useRowFocus();

  function ask(which: Ending, event: MouseEvent<HTMLElement>) {
    rowFocus.opened(event);
    setEnding(which);
    setAsking(true);
  }

  async function end(current_password: string) {
    const which = ending === 'others' ? {} : { sign_in_id: ending.sign_in_id };
    await call('POST /api/auth/sign-ins/end', { body: { ...which, current_password } }).catch((error) => {
      // It has signed out by itself meanwhile.
      if (!isRefused(error, 404)) throw error;
    });
    rowFocus.removed();
    toast({
      title: ending === 'others' ? 'Every other device is signed out' : `${ending.device} is signed out`,
    });
    await query.refetch();
  }

  return (
    <>
      <p className={form.note}>If you do not recognise one of them, sign it out and set a new password.</p>
      <QueryResult query={query} waiting="Loading your sign-ins" failed="Failed to load your sign-ins">
        {({ sign_ins }) => (
          <>
            <ul className={styles.rows} aria-label="Your sign-ins">
              {inOrder(sign_ins).map((signIn) => (
                <Row key={signIn.sign_in_id} signIn={signIn} onEnd={(event) => ask(signIn, event)} />
              ))}
            </ul>
            {sign_ins.length > 1 && (
              <Button className={form.start} onClick={(event) => ask('others', event)}>
                Sign out all other devices
              </Button>
            )}
          </>
        )}
      </QueryResult>
      <PasswordDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={ending === 'others' ? 'Sign out all other devices?' : `Sign out ${ending.device}?`}
        label="Sign out"
        busyLabel="Signing out…"
        failed="Failed to sign out"
        act={end}
        finalFocus={rowFocus.finalFocus}
      >
        <p>Anyone who uses it has to sign in again. Nothing that is saved is lost.</p>
      </PasswordDialog>
    </>
  );
}

const inOrder = (signIns: readonly SignIn[]) =>
  [...signIns].sort(
    (a, b) => Number(b.is_current) - Number(a.is_current) || b.last_used_at.localeCompare(a.last_used_at),
  );

function Row({ signIn, onEnd }: { signIn: SignIn; onEnd(event: MouseEvent<HTMLElement>): void }) {
  const { device, address, created_at, last_used_at, is_current } = signIn;
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p className={styles.name}>
          {device}
          {is_current && <span className={styles.mark}>This device</span>}
        </p>
        <p className={styles.about}>
          {address} · {is_current ? 'in use' : `last used ${ago(new Date(last_used_at))}`} · since{' '}
          {day(new Date(created_at))}
        </p>
      </div>
      {!is_current && (
        <Button small aria-label={`Sign out ${device}, ${address}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
