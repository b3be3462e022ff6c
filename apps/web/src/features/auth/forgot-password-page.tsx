import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useSearch } from 'wouter';
import { call } from '../../api/index.ts';
import { Button, Notice, TextField } from '../../ui/index.ts';
import { withDestination } from '../account/index.ts';
import {
  ChallengeField,
  emailRules,
  failureWords,
  forgotSentences,
  isEmail,
  useFirstFocus,
  useGuardedForm,
  useOptions,
  validatorFor,
} from '../form/index.ts';
import styles from './auth.module.css';
import { AuthPage } from './auth-page.tsx';
import { lastTyped } from './last-typed.ts';

export function ForgotPasswordPage() {
  const search = useSearch();
  const { options } = useOptions();
  const sendsMail = options?.sends_mail !== false;
  const [isSent, setSent] = useState(false);
  const { form, errors, isSending, isSolved, refusal, onSubmit, challenge } = useGuardedForm({
    defaultValues: { email: lastTyped.email },
    plain: ['email'],
    unsolved: 'Please complete the Turnstile challenge.',
    async send({ email }, token) {
      setSent(false);
      await call(
        'POST /api/auth/forgot-password',
        { body: { email: email.trim() } },
        { headers: { 'x-challenge-token': token } },
      );
      setSent(true);
      // The proof is used up; sending once more needs another.
      challenge.widget.current?.reset();
    },
    refused: (error) => failureWords(error, forgotSentences),
  });
  const email = useWatch({ control: form.control, name: 'email' });
  useFirstFocus(form, 'email');

  function keepEmail() {
    lastTyped.email = email.trim();
  }

  return (
    <AuthPage
      title="Reset your password"
      intro={
        sendsMail
          ? 'Enter the email address of your account. A link to set a new password will be sent to it. The link works for 30 minutes.'
          : 'Enter the email address of your account. This server does not send email: ask the person who runs it for the link to set a new password. The link works for 30 minutes.'
      }
      elsewhere={
        <p>
          Remembered your password?{' '}
          <Link href={withDestination('/signin', search)} onClick={keepEmail}>
            Sign in
          </Link>
        </p>
      }
    >
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <TextField
          label="Email"
          type="email"
          steady
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email', { validate: validatorFor(emailRules) })}
        />
        <ChallengeField action="forgot-password" {...challenge} />
        {isSent && (
          <Notice tone="good">
            {sendsMail
              ? 'A password reset link has been sent to your email.'
              : 'Your link is ready: the person who runs this server can give it to you.'}
          </Notice>
        )}
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <Button
          type="submit"
          tone="accent"
          busy={isSending}
          disabled={!isSending && !(isEmail(email.trim()) && isSolved)}
        >
          {isSending ? 'Sending…' : 'Send Reset Link'}
        </Button>
      </form>
    </AuthPage>
  );
}
