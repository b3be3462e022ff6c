import type { Me } from '@polylogue/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import { firstDirection } from '../../../lib/text/direction.ts';
import { Button, Notice, TextButton, TextField, toast } from '../../../ui/index.ts';
import { TextArea } from '../../../ui/text-area/index.ts';
import { bioMost, lengthOf, profileRules, UsernameField, validatorFor } from '../../form/index.ts';
import { reasonOf } from '../../person/index.ts';
import styles from '../form.module.css';
import { useUnsaved } from '../use-unsaved.tsx';
import type { ProfileField } from './fields.ts';
import { useProfileForm } from './use-profile-form.ts';

export function ProfileForm({ me }: { me: Me }) {
  const { form, errors, isDirty, isSaving, failure, ...did } = useProfileForm(me, () =>
    toast({ title: 'Profile saved' }),
  );
  const question = useUnsaved('your profile', isDirty, did.giveUp);
  useLeaveNotice(did.isKept);
  const [username, bio] = useWatch({ control: form.control, name: ['username', 'bio'] });
  const isRenamed = username !== me.username && !errors.username;
  const date = useRef<HTMLInputElement | null>(null);

  const field = (name: ProfileField) => ({
    error: errors[name]?.message,
    ...form.register(name, { validate: validatorFor(profileRules[name]) }),
  });
  const birth = form.register('birth_date', {
    // The value of an incomplete date is empty, and would erase the saved one.
    validate: (day) => validatorFor(profileRules.birth_date)(date.current?.validity.badInput ? '?' : day),
  });

  return (
    <form className={styles.form} noValidate onSubmit={did.onSubmit}>
      {did.isRestored && isDirty && (
        <p className={styles.note}>
          What you typed here earlier is back. It is not saved yet.{' '}
          <TextButton onClick={did.startOver}>Discard it</TextButton>
        </p>
      )}
      <div>
        <UsernameField {...registeredWith(field('username'))} />
        {isRenamed && (
          <p className={styles.note} role="status">
            Once this is saved, you sign in with {username}. {me.username} is reserved for you for 90 days: no
            one else can take it in that time.
          </p>
        )}
      </div>
      <div className={styles.pair}>
        <TextField label="First name" optional autoComplete="given-name" {...field('first_name')} />
        <TextField label="Last name" optional autoComplete="family-name" {...field('last_name')} />
      </div>
      <TextField
        label="Tagline"
        optional
        hint="A few words under your name"
        autoComplete="off"
        {...field('tagline')}
      />
      <TextArea
        label="Bio"
        optional
        typed={lengthOf(bio)}
        most={bioMost}
        dir={firstDirection(bio)}
        {...field('bio')}
      />
      <TextField
        label="Location"
        optional
        hint="Seen by your friends only"
        autoComplete="off"
        {...field('location')}
      />
      <div className={styles.pair}>
        <TextField
          label="Birth date"
          optional
          type="date"
          min="1900-01-01"
          hint="Only you can see this"
          autoComplete="bday"
          error={errors.birth_date?.message}
          {...birth}
          ref={(input) => {
            birth.ref(input);
            date.current = input;
          }}
        />
        <TextField
          label="Phone"
          optional
          type="tel"
          placeholder="+44 20 7946 0000"
          hint="Only you can see this"
          autoComplete="tel"
          {...field('phone_number')}
        />
      </div>
      {failure !== undefined && (
        <Notice tone="bad" title="Failed to update user data">
          {reasonOf(failure)}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" tone="accent" busy={isSaving} disabled={!isDirty && !isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
        {isDirty && !isSaving && (
          <Button tone="quiet" onClick={did.startOver}>
            Discard changes
          </Button>
        )}
      </div>
      {question}
    </form>
  );
}

function registeredWith({
  error,
  ...registered
}: { error: string | undefined } & Parameters<typeof UsernameField>[0]['registered']) {
  return { error, registered };
}

/** The browser's Back button does not ask: say where the unsaved changes can be found again. */
function useLeaveNotice(isKept: () => boolean) {
  const [path, navigate] = useLocation();
  const left = useEffectEvent(() => {
    if (location.pathname === path || !isKept()) return;
    toast({
      title: 'Your profile is not saved',
      text: 'What you typed is still in this tab.',
      action: { label: 'Go back', act: () => navigate(path) },
    });
  });
  useEffect(() => () => left(), []);
}
