import type { Me } from '@polylogue/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '../../api/index.ts';
import { Dialog, DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { Button, ButtonLink, MaskedField, Notice } from '../../ui/index.ts';
import { account, signInFor } from '../account/index.ts';
import {
  ChallengeField,
  completeSignIn,
  failureWords,
  passwordGivenRules,
  useGuardedForm,
  useOptions,
  validatorFor,
} from '../form/index.ts';
import styles from './sign-in-again.module.css';

/**
 * Shown over a page whose sign-in has ended while something is typed there. The page stays as it is; a member who puts
 * the dialog aside can reopen it from above the page, or by sending a form: a dialog may cover everything else.
 */
export function SignInAgain({ me }: { me: Me }) {
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const reopen = () => setOpen(true);
    document.addEventListener('submit', reopen, true);
    return () => document.removeEventListener('submit', reopen, true);
  }, []);
  return (
    <>
      <div className={styles.bar} role="status">
        <p>Your sign-in has ended. What you typed is still here.</p>
        <Button small onClick={() => setOpen(true)}>
          Sign in again
        </Button>
      </div>
      <AgainDialog me={me} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

interface AgainDialogProps {
  me: Me;
  open: boolean;
  onOpenChange(open: boolean): void;
}

function AgainDialog({ me, open, onOpenChange }: AgainDialogProps) {
  const first = useRef<HTMLInputElement>(null);
  const isElsewhere = useOptions().options?.challenge.kind === 'turnstile';
  return (
    <Dialog open={open} onOpenChange={onOpenChange} initialFocus={first}>
      <DialogTitle>Sign in to continue</DialogTitle>
      <p>
        Your sign-in as <strong>{me.username}</strong> has ended. Nothing you typed is lost.
      </p>
      {isElsewhere ? <Elsewhere /> : <AgainForm me={me} first={first} />}
    </Dialog>
  );
}

function AgainForm({ me, first }: { me: Me; first: RefObject<HTMLInputElement | null> }) {
  const { form, errors, isSending, refusal, onSubmit, challenge } = useGuardedForm({
    defaultValues: { password: '' },
    unsolved: 'Please complete the Turnstile challenge',
    async send({ password }, token) {
      const tokens = await call(
        'POST /api/auth/signin',
        { body: { username: me.username, password } },
        { headers: { 'x-challenge-token': token } },
      );
      await completeSignIn(tokens);
    },
    refused: (error) =>
      failureWords(error, { 401: 'Incorrect password', 429: 'Too many attempts. Please try again later.' }),
  });
  const { ref, ...password } = form.register('password', { validate: validatorFor(passwordGivenRules) });
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {/* Tells password managers whose password is needed. */}
      <input type="text" name="username" autoComplete="username" value={me.username} readOnly hidden />
      <MaskedField
        label="Password"
        secret="password"
        steady
        autoComplete="current-password"
        aside={
          <a href="/forgot-password" target="_blank" rel="noopener">
            Forgot your password?
          </a>
        }
        error={errors.password?.message}
        ref={(input) => {
          ref(input);
          first.current = input;
        }}
        {...password}
      />
      <ChallengeField action="signin" {...challenge} />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <DialogActions>
        <GiveUp />
        <Button type="submit" tone="accent" busy={isSending}>
          {isSending ? 'Signing in…' : 'Sign in'}
        </Button>
      </DialogActions>
    </form>
  );
}

/** For challenges that can only be shown in their own document: once somebody is signed in there, this page goes on. */
function Elsewhere() {
  return (
    <>
      <p>Sign in in another tab, then come back: everything you typed stays here.</p>
      <DialogActions>
        <GiveUp />
        <ButtonLink tone="accent" href={signInFor('/dashboard')} target="_blank" rel="noopener">
          Open the sign-in page
        </ButtonLink>
      </DialogActions>
    </>
  );
}

function GiveUp() {
  return (
    <Button tone="quiet" onClick={account.discardInterrupted}>
      Leave without saving
    </Button>
  );
}
