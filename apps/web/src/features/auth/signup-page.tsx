import { useWatch } from 'react-hook-form';
import { Link, useSearch } from 'wouter';
import { call } from '../../api/index.ts';
import { Button, TextField } from '../../ui/index.ts';
import { freshSignIn, newcomer, withDestination } from '../account/index.ts';
import {
  ChallengeField,
  completeSignIn,
  emailRules,
  failureWords,
  inviteRules,
  NewPasswordField,
  newPasswordRules,
  signupSentences,
  tidyUsername,
  UsernameField,
  useFirstFocus,
  useGuardedForm,
  useOptions,
  usernameRules,
  validatorFor,
} from '../form/index.ts';
import styles from './auth.module.css';
import { AuthPage } from './auth-page.tsx';
import { FormRefusal } from './form-refusal.tsx';
import { lastTyped } from './last-typed.ts';
import { LegalLine } from './legal-line.tsx';

export function SignupPage() {
  const signup = useOptions().options?.signup;
  const signin = withDestination('/signin', useSearch());
  if (signup !== 'closed') return <SignupForm isInviteNeeded={signup === 'invite'} signin={signin} />;
  return (
    <AuthPage
      title="Sign-up is closed"
      intro="This server is not accepting new accounts at the moment. The person who runs it can open sign-up again."
      elsewhere={
        <p>
          Already have an account? <Link href={signin}>Sign in</Link>. You can{' '}
          <Link href="/chat">start a conversation</Link> without one.
        </p>
      }
    >
      {null}
    </AuthPage>
  );
}

interface SignupFormProps {
  isInviteNeeded: boolean;
  /** The address of the sign-in page. */
  signin: string;
}

function SignupForm({ isInviteNeeded, signin }: SignupFormProps) {
  const search = useSearch();
  const { form, errors, isSending, refusal, mayBeDone, onSubmit, challenge } = useGuardedForm({
    defaultValues: {
      email: lastTyped.email,
      username: '',
      password: '',
      invite: new URLSearchParams(search).get('invite') ?? lastTyped.invite,
    },
    plain: ['email', 'username', 'invite'],
    unsolved: 'Please complete the Turnstile challenge.',
    async send({ email, username, password, invite }, token) {
      const tokens = await call(
        'POST /api/auth/signup',
        {
          body: {
            email: email.trim(),
            username: tidyUsername(username),
            password,
            ...(isInviteNeeded && { invite: invite.trim() }),
          },
        },
        { headers: { 'x-challenge-token': token } },
      );
      newcomer.set(tidyUsername(username));
      freshSignIn.set('signed-up');
      await completeSignIn(tokens);
    },
    refused: (error) => failureWords(error, signupSentences),
  });
  const password = useWatch({ control: form.control, name: 'password' });
  useFirstFocus(form, 'email');

  function keepTyped() {
    const { email, invite } = form.getValues();
    Object.assign(lastTyped, { email: email.trim(), invite });
  }

  return (
    <AuthPage
      title="Create your account"
      elsewhere={
        <p>
          Already have an account?{' '}
          <Link href={signin} onClick={keepTyped}>
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
        <UsernameField
          error={errors.username?.message}
          registered={form.register('username', { validate: validatorFor(usernameRules) })}
        />
        <NewPasswordField
          label="Password"
          typed={password}
          error={errors.password?.message}
          registered={form.register('password', { validate: validatorFor(newPasswordRules) })}
        />
        {isInviteNeeded && (
          <TextField
            label="Invite code"
            hint={errors.invite ? undefined : 'It is in your invitation.'}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            error={errors.invite?.message}
            {...form.register('invite', { validate: validatorFor(inviteRules) })}
          />
        )}
        <ChallengeField action="signup" {...challenge} />
        <FormRefusal {...{ refusal, mayBeDone }} signin={signin} />
        <Button type="submit" tone="accent" busy={isSending}>
          {isSending ? 'Creating your account…' : 'Sign Up'}
        </Button>
        <LegalLine doing="signing up" />
      </form>
    </AuthPage>
  );
}
