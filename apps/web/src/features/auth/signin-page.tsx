import { Link, useSearch } from 'wouter';
import { call } from '../../api/index.ts';
import { Button, MaskedField, Notice, TextField } from '../../ui/index.ts';
import { freshSignIn, withDestination } from '../account/index.ts';
import {
  ChallengeField,
  completeSignIn,
  failureWords,
  identifierIn,
  identifierRules,
  isEmail,
  passwordGivenRules,
  signinSentences,
  useFirstFocus,
  useGuardedForm,
  validatorFor,
} from '../form/index.ts';
import styles from './auth.module.css';
import { AuthPage } from './auth-page.tsx';
import { endSignInOn401 } from './end-sign-in-on-401.ts';
import { lastTyped } from './last-typed.ts';
import { LegalLine } from './legal-line.tsx';

export function SigninPage() {
  const search = useSearch();
  const { form, errors, isSending, refusal, onSubmit, challenge } = useGuardedForm({
    defaultValues: { username: lastTyped.email, password: '' },
    plain: ['username'],
    unsolved: 'Please complete the Turnstile challenge',
    async send({ username, password }, token) {
      const ask = { body: { ...identifierIn(username), password } };
      const headers = { 'x-challenge-token': token };
      const tokens = await endSignInOn401(() => call('POST /api/auth/signin', ask, { headers }));
      freshSignIn.set('signed-in');
      await completeSignIn(tokens);
    },
    refused: (error) => failureWords(error, signinSentences),
  });
  useFirstFocus(form, 'username');

  function keepEmail() {
    const typed = form.getValues('username').trim();
    lastTyped.email = isEmail(typed) ? typed : '';
  }

  return (
    <AuthPage
      title="Sign in"
      elsewhere={
        <>
          <p>
            <Link href={withDestination('/forgot-password', search)} onClick={keepEmail}>
              Forgot your password?
            </Link>
          </p>
          <p>
            No account yet?{' '}
            <Link href={withDestination('/signup', search)} onClick={keepEmail}>
              Sign up
            </Link>
          </p>
        </>
      }
    >
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <TextField
          label="Username or email"
          steady
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          error={errors.username?.message}
          {...form.register('username', { validate: validatorFor(identifierRules) })}
        />
        <MaskedField
          label="Password"
          secret="password"
          steady
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { validate: validatorFor(passwordGivenRules) })}
        />
        <ChallengeField action="signin" {...challenge} />
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <Button type="submit" tone="accent" busy={isSending}>
          {isSending ? 'Signing in…' : 'Sign in'}
        </Button>
        <LegalLine doing="signing in" />
      </form>
    </AuthPage>
  );
}
