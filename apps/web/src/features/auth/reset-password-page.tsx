import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useLocation, useSearch } from 'wouter';
import { call } from '../../api/index.ts';
import { Button, MaskedField, Notice } from '../../ui/index.ts';
import {
  ChallengeField,
  failureWords,
  isSamePassword,
  NewPasswordField,
  newPasswordRules,
  passwordMismatch,
  resetSentences,
  useFirstFocus,
  useGuardedForm,
  validatorFor,
} from '../form/index.ts';
import styles from './auth.module.css';
import { AuthPage } from './auth-page.tsx';
import { endSignInOn401 } from './end-sign-in-on-401.ts';
import { FormRefusal } from './form-refusal.tsx';

/** How long the success message is shown before the sign-in page, in ms. */
const redirectDelay = 3_000;

export function ResetPasswordPage() {
  const code = new URLSearchParams(useSearch()).get('code') ?? '';
  const [isDone, setDone] = useState(false);
  return (
    <AuthPage
      title="Set a new password"
      elsewhere={
        !isDone && (
          <p>
            The link works once, within 30 minutes. <Link href="/forgot-password">Request a new link</Link>
          </p>
        )
      }
    >
      {isDone ? <Done /> : <ResetForm code={code} onDone={() => setDone(true)} />}
    </AuthPage>
  );
}

function ResetForm({ code, onDone }: { code: string; onDone(): void }) {
  const { form, errors, isSending, refusal, mayBeDone, onSubmit, challenge } = useGuardedForm({
    defaultValues: { password: '', confirm: '' },
    unsolved: 'Please complete the Turnstile challenge',
    async send({ password }, token) {
      const ask = { body: { token: code, password } };
      const headers = { 'x-challenge-token': token };
      await endSignInOn401(() => call('POST /api/auth/reset-password', ask, { headers }));
      onDone();
    },
    refused: (error) => failureWords(error, resetSentences),
  });
  const password = useWatch({ control: form.control, name: 'password' });
  useFirstFocus(form, 'password');

  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {!code && <Notice tone="bad">Invalid password reset link. Please request a new one.</Notice>}
      <NewPasswordField
        label="New password"
        typed={password}
        error={errors.password?.message}
        registered={form.register('password', { validate: validatorFor(newPasswordRules), deps: 'confirm' })}
      />
      <MaskedField
        label="Confirm password"
        secret="password again"
        steady
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...form.register('confirm', {
          validate: (confirm, typed) =>
            isSamePassword(confirm, typed.password) ? undefined : passwordMismatch,
        })}
      />
      <ChallengeField action="reset-password" {...challenge} />
      <FormRefusal {...{ refusal, mayBeDone }} signin="/signin" />
      <Button type="submit" tone="accent" busy={isSending} disabled={!code}>
        {isSending ? 'Resetting…' : 'Reset Password'}
      </Button>
    </form>
  );
}

function Done() {
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate('/signin', { replace: true }), redirectDelay);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Notice tone="good" title="Your password has been reset.">
      Every device is signed out. Taking you to the sign-in page… <Link href="/signin">Sign in now</Link>
    </Notice>
  );
}
